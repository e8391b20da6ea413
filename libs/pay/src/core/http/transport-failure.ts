import { adviceAfterUnknown, errorDetails, nameOf, notSent } from '../operation/failure.js';
import type { AnyOperation, Failure, PreparedCall } from '../operation/failure.js';
import { isLoopbackHost } from '../operation/hosts.js';
import type { HostName } from '../operation/hosts.js';
import type { CallOutcome } from '../operation/method-return.js';
import type { AuthorizationProblem } from './authorizer.js';
import type { Deadline } from './deadline.js';
import { causeCodeOf, TransportError } from './transport.js';

/** Why a call or an attempt ended early. */
type CallEnd = Pick<Deadline, 'cause' | 'timeoutMs' | 'isAttemptOver'>;

/** No Authorization header could be obtained: nothing was sent. */
export function unauthorized(
  operation: AnyOperation,
  { code, message, error }: AuthorizationProblem,
): { failure: Failure } {
  return { failure: notSent(code, `${nameOf(operation)} was not sent: ${message}`, error) };
}

/** There is no response: the connection failed, the time ran out, or the caller aborted the call. */
export function transportFailure(
  { operation, repeatable: isRepeatable }: PreparedCall,
  error: TransportError,
  ended: CallEnd,
  hosts: Record<HostName, string>,
): Failure {
  const outcome: CallOutcome = error.sent ? 'unknown' : 'not-sent';
  // A custom transport may have put anything there.
  const causeCode = causeCodeOf({ code: error.causeCode });
  const cause =
    error.problem === 'aborted' ? (ended.isAttemptOver ? 'timeout' : (ended.cause ?? 'aborted')) : null;
  const why =
    cause === 'timeout'
      ? `took longer than ${ended.isAttemptOver ? 'one attempt may' : `${ended.timeoutMs} ms`}`
      : cause === 'aborted'
        ? 'was aborted by the caller'
        : error.problem === 'too-large'
          ? 'got more data than is accepted'
          : `got no response: the connection to ${new URL(hosts[operation.host]).host} failed${causeCode === null ? '' : ` (${causeCode})`}`;
  const repeatable = outcome === 'not-sent' || isRepeatable;
  const { hostname } = new URL(hosts[operation.host]);
  const isLocalAndDown = causeCode === 'ECONNREFUSED' && isLoopbackHost(hostname);
  const advice = isLocalAndDown
    ? 'Nothing was sent. Is the simulator running? Start it with `npx pay-simulator`.'
    : outcome === 'not-sent'
      ? 'Nothing was sent.'
      : adviceAfterUnknown(operation, repeatable);
  return {
    code: cause ?? (error.problem === 'too-large' ? 'nodatas' : 'networkerror'),
    message: `${nameOf(operation)} ${why}. ${advice}`.trimEnd(),
    error: errorDetails(outcome, { retryable: repeatable && cause !== 'aborted' }),
  };
}

/** The call ended between two attempts. */
export function endedFailure(call: PreparedCall, ended: CallEnd, hosts: Record<HostName, string>): Failure {
  return transportFailure(call, new TransportError('aborted', false), ended, hosts);
}

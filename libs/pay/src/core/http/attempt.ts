import { readResponse } from '../operation/response-reader.js';
import type { Deadline } from './deadline.js';
import { contradictoryFailure, refusalFailure, unreadableFailure } from '../operation/failure.js';
import { transportFailure } from './transport-failure.js';
import type { Failure, PreparedCall, RefusalContext } from '../operation/failure.js';
import { CORRELATION_ID, CORRELATION_ID_HEADER, EVENT_ID_HEADER } from '../operation/hosts.js';
import type { ServiceRules } from '../operation/service-rules.js';
import { alsoHiding } from '../values/redaction.js';
import type { Redactor } from '../values/redaction.js';
import { asEventId, readRefusalBody } from '../operation/refusal-reader.js';
import type { Refusal } from '../operation/refusal-reader.js';
import type { BuiltRequest } from './request-builder.js';
import { readRetryAfter } from './retry-policy.js';
import type { FailedAttempt } from './retry-policy.js';
import type { ServiceClock } from './service-clock.js';
import { TransportError } from './transport.js';
import type { Transport, TransportResponse } from './transport.js';

/** Everything that an attempt needs, besides the request. */
export interface AttemptWiring extends RefusalContext {
  transport: Transport;
  serviceClock: ServiceClock;
}

/** The result of one attempt. */
export interface Attempt {
  response: { data: unknown; pending?: true } | { failure: Failure };
  /** How it failed, for the retry policy. */
  kind: FailedAttempt['kind'];
  /** Whether any byte of the request may have left this machine. */
  sent: boolean;
  httpStatus: number | null;
  correlationId: string | null;
  retryAfterMs: number | null;
}

const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;

/** Sends a request once and reads the response. Rejects only if a transport breaks its contract. */
export async function attempt(
  request: BuiltRequest,
  authorization: string | null,
  deadline: Deadline,
  wiring: AttemptWiring,
): Promise<Attempt> {
  const { url, headers, body } = request;
  const { method, response: form } = request.operation;
  try {
    const response = await wiring.transport.send({
      method,
      url,
      headers: authorization === null ? headers : { ...headers, authorization },
      ...(body !== undefined && { body }),
      get signal() {
        return deadline.signal;
      },
      onAbort: deadline.onAbort,
      maxBodyBytes: form.kind === 'bytes' ? form.maxBytes : MAX_RESPONSE_BYTES,
    });
    wiring.serviceClock.update(response.headers['date'], Date.now());
    return {
      response: readResult(request, response, wiring.service, () => ({
        ...wiring,
        redact: alsoHiding(wiring.redact, authorization ?? undefined),
      })),
      kind: response.status < 200 || response.status >= 300 ? 'response' : 'final',
      sent: true,
      httpStatus: response.status,
      correlationId: correlationIdOf(response, wiring.redact),
      retryAfterMs: readRetryAfter(response.headers['retry-after'], Date.now()),
    };
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    return {
      response: { failure: transportFailure(request, error, deadline, wiring.hosts) },
      kind: kindOf(error, deadline),
      sent: error.sent,
      httpStatus: null,
      correlationId: null,
      retryAfterMs: null,
    };
  }
}

function kindOf({ problem, sent }: TransportError, deadline: Deadline): FailedAttempt['kind'] {
  if (problem === 'too-large' || (problem === 'aborted' && !deadline.isAttemptOver)) return 'final';
  return sent ? 'connection-lost' : 'connect-failed';
}

function readResult(
  call: PreparedCall,
  { status, headers, body }: TransportResponse,
  service: ServiceRules,
  // A function, because only a refusal needs it.
  context: () => RefusalContext,
): Attempt['response'] {
  const withEventId = (refusal: Refusal): Refusal => ({
    ...refusal,
    eventId: refusal.eventId ?? asEventId(headers[EVENT_ID_HEADER]),
  });
  if (status >= 200 && status < 300) {
    const read = readResponse(call.operation.response, status, body, call.input, service);
    if (read.kind === 'data') return read;
    if (read.kind === 'unreadable') return { failure: unreadableFailure(call, status, read.problem) };
    if (read.kind === 'contradictory') return { failure: contradictoryFailure(call, status, read.problem) };
    return { failure: refusalFailure(call, status, withEventId(read.refusal), context(), read.isClear) };
  }
  return { failure: refusalFailure(call, status, withEventId(readRefusalBody(body)), context()) };
}

/** Returns the correlation ID, or null if the header could hold anything else: the ID goes into logs. */
function correlationIdOf(response: TransportResponse, redact: Redactor): string | null {
  const id = response.headers[CORRELATION_ID_HEADER];
  // The digits of one in 400 such IDs pass as a card number.
  if (id !== undefined && CORRELATION_ID.test(id)) return id;
  return id === undefined || !/^[\w.:-]{1,80}$/.test(id) || redact(id) !== id ? null : id;
}

import { attempt } from './attempt.js';
import type { Attempt, AttemptWiring } from './attempt.js';
import type { Authorization, Authorizer } from './authorizer.js';
import type { CallLimits } from './call-limits.js';
import type { Clock } from '../values/clock.js';
import { afterUnknown } from '../operation/failure.js';
import { endedFailure, unauthorised } from './transport-failure.js';
import type { CallAtHand, Failure } from '../operation/failure.js';
import { callInfo, endOf } from './observer.js';
import type { Observer } from './observer.js';
import type { SentRequest } from '../operation/open-outcome.js';
import type { BuiltRequest } from './request-builder.js';
import { retryDelay } from './retry-policy.js';

/** What calls are sent with. */
export interface RetryWiring extends AttemptWiring {
  authorizer: Authorizer;
  observer: Observer;
  clock: Clock;
  /** Returns a number from 0 to below 1. */
  random: () => number;
}

/** What is known of a call so far. */
export interface CallRecord {
  startedAt: number;
  /** Requests that may have left this machine. */
  attempts: number;
  httpStatus: number | null;
  correlationId: string | null;
  /** The request's input; null if no request could be built from it. */
  sent: SentRequest | null;
}

/**
 * Sends a call: authorizes it, and sends it again as the retry policy allows, until it succeeds, fails for good, or its time is over.
 *
 * @param record is updated with each attempt.
 */
export async function sendWithRetries(
  call: CallAtHand,
  request: BuiltRequest,
  limits: CallLimits,
  record: CallRecord,
  wiring: RetryWiring,
): Promise<Attempt['answer']> {
  const { deadline, retry } = limits;
  const { operation, repeatable } = call;
  const { authorizer, hosts, random } = wiring;
  const authorize = (refused?: string): Promise<Authorization | null> =>
    authorizer(operation.auth, request.targetMerchantId, limits, refused);
  let attempts = 0;
  const send = (authorization: string | null): Promise<Attempt> =>
    observedAttempt({ call, request, limits, record, wiring, number: ++attempts, authorization });

  let isOutcomeUnknown = false;
  // A later attempt that fails does not undo what an earlier one may have done.
  const failed = (failure: Failure): { failure: Failure } => {
    const joined = isOutcomeUnknown ? afterUnknown(call, failure) : failure;
    isOutcomeUnknown ||= failure.error.outcome === 'unknown';
    return { failure: joined };
  };

  for (let number = 1; ; number++) {
    const authorization = await authorize();
    if (authorization === null) throw new TypeError('the authorizer returned no header for a first attempt');
    if ('problem' in authorization) return failed(unauthorised(operation, authorization.problem).failure);
    let made = await send(authorization.header);

    // The service refused the credentials, so nothing was done: the call is sent once more with newer ones, if there are any.
    if (authorization.header !== null && isUnauthorized(made)) {
      // The time limit of the attempt that ended must not end the authorization.
      deadline.begin();
      const newer = await authorize(authorization.header);
      if (newer !== null && 'problem' in newer) return failed(unauthorised(operation, newer.problem).failure);
      if (newer !== null) made = await send(newer.header);
    }

    if (!('failure' in made.answer)) return made.answer;
    const failure = failed(made.answer.failure);
    const wait = retryDelay(
      {
        attempt: number,
        repeatable,
        kind: made.kind,
        status: made.httpStatus,
        retryAfterMs: made.retryAfterMs,
        remainingMs: deadline.remainingMs,
      },
      retry,
      random(),
    );
    if (wait === null) return failure;
    if (!(await deadline.pause(wait))) return failed(endedFailure(call, deadline, hosts));
  }
}

/** Makes one attempt within its own time, records it, and reports it to hooks and instrumentation. */
async function observedAttempt({
  call,
  request,
  limits: { deadline, attemptTimeoutMs },
  record,
  wiring,
  number,
  authorization,
}: {
  call: CallAtHand;
  request: BuiltRequest;
  limits: CallLimits;
  record: CallRecord;
  wiring: RetryWiring;
  number: number;
  authorization: string | null;
}): Promise<Attempt> {
  const { url, headers, body } = request;
  if (authorization !== null) headers['authorization'] = authorization;
  deadline.begin(call.repeatable ? attemptTimeoutMs : undefined);
  record.attempts++;
  const { observer, hosts, clock } = wiring;
  const startedAt = clock.now();
  const made = await observer.attempt(
    () => ({ ...callInfo(call.operation, hosts), attempt: number }),
    () => attempt(call, { url, headers, body }, deadline, wiring),
    ({ answer, httpStatus }) => ({
      ...endOf('failure' in answer ? answer.failure : null),
      httpStatus,
      durationMs: clock.now() - startedAt,
    }),
  );
  if (!made.sent) record.attempts--;
  record.httpStatus = made.httpStatus;
  record.correlationId = made.correlationId;
  return made;
}

/** Returns whether the service refused the credentials: 401, or 400 with `invalid_client` for a token exchange. A 5xx may carry that code for another reason. */
function isUnauthorized({ answer, httpStatus }: Attempt): boolean {
  if (httpStatus === 401) return true;
  if (!('failure' in answer)) return false;
  const { serviceCode, outcome } = answer.failure.error;
  return serviceCode === 'invalid_client' && outcome === 'rejected';
}

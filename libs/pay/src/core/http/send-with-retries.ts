import { attempt } from './attempt.js';
import type { Attempt, AttemptWiring } from './attempt.js';
import type { Authorizer } from './authorizer.js';
import type { CallLimits, Deadline } from './deadline.js';
import type { Clock } from '../values/clock.js';
import { afterUnknown } from '../operation/failure.js';
import type { Failure } from '../operation/failure.js';
import { endedFailure, unauthorized } from './transport-failure.js';
import { endOf, observe, payAttemptChannel, requestMessage } from './channels.js';
import type { SentRequest } from '../operation/open-outcome.js';
import type { BuiltRequest } from './request-builder.js';
import { retryDelay } from './retry-policy.js';

/** Everything that sending a call needs, besides the call. */
export interface RetryWiring extends AttemptWiring {
  authorizer: Authorizer;
  clock: Clock;
  /** Returns a number from 0 to below 1. */
  random: () => number;
}

/** The state of a call. */
export interface CallRecord {
  startedAt: number;
  /** Requests that may have left this machine. */
  attempts: number;
  httpStatus: number | null;
  correlationId: string | null;
  /** `Retry-After` of the last response. */
  retryAfterMs?: number | null;
  /** The request's input; null if no request could be built from it. */
  sent: SentRequest | null;
}

/**
 * Authorizes a call and sends it. Sends it again as the retry policy allows, until it succeeds, fails for good, or runs out of time.
 *
 * @param record is updated with each attempt.
 */
export async function sendWithRetries(
  request: BuiltRequest,
  limits: CallLimits,
  record: CallRecord,
  wiring: RetryWiring,
): Promise<Attempt['response']> {
  const { operation, onBehalfOf, repeatable } = request;
  const { authorizer, hosts, random } = wiring;
  const { deadline, maxRetries } = limits;
  let number = 1;
  let attempts = 0;
  let refused: { header: string; failure: Failure } | null = null;
  let isOutcomeUnknown = false;
  // A later attempt that fails does not undo the possible effect of an earlier one.
  const failed = (failure: Failure): { failure: Failure } => {
    const merged = isOutcomeUnknown ? afterUnknown(request, failure) : failure;
    isOutcomeUnknown ||= failure.error.outcome === 'unknown';
    return { failure: merged };
  };

  for (;;) {
    const authorization = await authorizer(operation.auth, onBehalfOf, limits, refused?.header);
    if (authorization === null) {
      if (refused !== null) return failed(refused.failure);
      throw new TypeError('the authorizer returned no header for a first attempt');
    }
    if ('problem' in authorization) return failed(unauthorized(operation, authorization.problem).failure);
    const { header } = authorization;

    deadline.begin({ repeatable });
    record.attempts++;
    attempts++;
    const result = payAttemptChannel.hasSubscribers
      ? await observedAttempt(request, header, attempts, deadline, wiring)
      : await attempt(request, header, deadline, wiring);
    if (!result.sent) record.attempts--;
    record.httpStatus = result.httpStatus;
    record.correlationId = result.correlationId;
    record.retryAfterMs = result.retryAfterMs;
    if (!('failure' in result.response)) return result.response;

    // The service refused the credentials and did nothing, so the call is sent once more if there are newer ones.
    if (refused === null && header !== null && isUnauthorized(result)) {
      refused = { header, failure: result.response.failure };
      // The time limit of the attempt that ended must not end the authorization.
      deadline.begin();
      continue;
    }
    refused = null;
    const failure = failed(result.response.failure);
    const wait = retryDelay(
      {
        attempt: number++,
        repeatable,
        kind: result.kind,
        status: result.httpStatus,
        retryAfterMs: result.retryAfterMs,
        remainingMs: deadline.remainingMs,
      },
      maxRetries,
      random(),
    );
    if (wait === null) return failure;
    if (!(await deadline.pause(wait))) return failed(endedFailure(request, deadline, hosts));
  }
}

/** Makes an attempt and publishes it. */
function observedAttempt(
  request: BuiltRequest,
  authorization: string | null,
  number: number,
  deadline: Deadline,
  wiring: RetryWiring,
): Promise<Attempt> {
  return observe(
    payAttemptChannel,
    { ...requestMessage(request.operation, wiring.hosts), attempt: number },
    () => attempt(request, authorization, deadline, wiring),
    {
      ended: ({ response, httpStatus }) => ({
        ...endOf('failure' in response ? response.failure : null),
        httpStatus,
      }),
      failed: () => ({ code: 'internalerror', outcome: 'unknown' as const }),
    },
  );
}

/** Returns whether the service refused the credentials: 401, or 400 with `invalid_client` for a token exchange. A 5xx may carry that code for another reason. */
function isUnauthorized({ response, httpStatus }: Attempt): boolean {
  if (httpStatus === 401) return true;
  if (!('failure' in response)) return false;
  const { serviceCode, outcome } = response.failure.error;
  return serviceCode === 'invalid_client' && outcome === 'rejected';
}

import { errorDetails, nameOf, validationFailure } from '../core/operation/failure.js';
import type { Failure } from '../core/operation/failure.js';
import type { PayOutcomeLookup } from '../core/operation/outcome-lookup.js';
import type { PayErrorCode, PayErrorDetails } from '../core/operation/method-return.js';
import type { Operation } from '../core/operation/operation.js';
import { describeThrown } from '../core/values/describe-thrown.js';

type AnyOperation = Operation<unknown, string>;

function failure(
  code: PayErrorCode,
  message: string,
  { outcome = 'unknown', ...known }: Partial<PayErrorDetails>,
): { failure: Failure } {
  return { failure: { code, message, error: errorDetails(outcome, known) } };
}

/** Creates the failure of a call while another call with its key is in progress. */
export function inProgress(operation: AnyOperation): { failure: Failure } {
  return failure(
    'inprogress',
    `${nameOf(operation)} is in progress with this idempotencyKey. Call again with the same key: nothing is sent twice.`,
    { retryable: true },
  );
}

/** Creates the failure of a call whose key belongs to another request. */
export function keyConflict(operation: AnyOperation): { failure: Failure } {
  return failure(
    'idempotencyconflict',
    `${nameOf(operation)} was not sent: this idempotencyKey belongs to another request. Repeat that request with exactly its options. ` +
      'Use a new key only if this is another intent: with a new key, the same intent happens twice.',
    { outcome: 'not-sent' },
  );
}

/** Creates the failure of a call that could be sent a second time while it may still be on its way. */
export function resentTooEarly(
  operation: AnyOperation,
  resendAfterMs: number,
  timeoutMs: number,
): { failure: Failure } {
  const field = 'idempotency.resendAfterMs';
  const problem =
    `(${resendAfterMs}) must be at least the call's timeoutMs (${timeoutMs}), because an earlier request with the key may still be ` +
    'on its way: raise resendAfterMs, or lower timeoutMs';
  return { failure: validationFailure(operation, [{ field, problem }]) };
}

/** Creates the failure of a call with a key that the library uses itself. */
export function reservedKey(operation: AnyOperation, key: string): { failure: Failure } {
  const field = 'idempotencyKey';
  const problem = `must not be '${key}', which the library uses itself: put your own prefix in front of it`;
  return { failure: validationFailure(operation, [{ field, problem }]) };
}

/** Creates the failure of a call that was not sent, because the store failed. */
export function storeFailed(operation: AnyOperation, cause?: unknown): { failure: Failure } {
  const reason = cause === undefined ? '' : ` (${describeThrown(cause).message})`;
  return failure(
    'idempotencyerror',
    `${nameOf(operation)} was not sent: the idempotency store failed${reason}, so an earlier call with this key cannot be ruled out. ` +
      'Call again with the same key.',
    { retryable: true },
  );
}

/**
 * Creates the failure of a call that was sent before, and whose outcome is still unknown.
 *
 * @param why - The result of the lookup, or why no lookup is possible.
 */
export function stillUnknown(
  operation: AnyOperation,
  outcomeLookup: PayOutcomeLookup | null,
  why: string,
): { failure: Failure } {
  return failure(
    'servererror',
    `${nameOf(operation)} was sent before with this idempotencyKey, and its outcome is unknown. It was not sent again. ${why}`,
    // A repeated call with the key looks up the outcome first.
    { outcomeLookup, retryable: true },
  );
}

/**
 * Creates the failure of a call that was not sent, because its record may be lost and an earlier call cannot be ruled out.
 *
 * @param why - The result of the lookup, or why no lookup is possible.
 */
export function heldAfterRestore(
  operation: AnyOperation,
  outcomeLookup: PayOutcomeLookup | null,
  restoredAt: Date,
  why: string,
): { failure: Failure } {
  return failure(
    'servererror',
    `${nameOf(operation)} was not sent now: the database was restored at ${restoredAt.toISOString()}, so an earlier call with this ` +
      `idempotencyKey may have been sent and its record lost. ${why}`,
    { outcomeLookup, retryable: true },
  );
}

/** Creates the failure of a call that had no effect, as the service's data proves. */
export function provenNotDone({ failure: lost }: { failure: Failure }, why: string): { failure: Failure } {
  return {
    failure: {
      ...lost,
      message: `${lost.message} The outcome was looked up: ${why}`,
      error: { ...lost.error, outcome: 'rejected', retryable: true, outcomeLookup: null },
    },
  };
}

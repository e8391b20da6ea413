import { errorDetails } from '../core/operation/failure.js';
import { nameOf } from '../core/operation/failure.js';
import type { Failure } from '../core/operation/failure.js';
import type { PayOutcomeLookup } from '../core/operation/outcome-lookup.js';
import type { PayErrorCode, PayErrorDetails } from '../core/operation/method-return.js';
import type { Operation } from '../core/operation/operation.js';

type AnyOperation = Operation<unknown, string>;

function failure(
  code: PayErrorCode,
  message: string,
  { outcome = 'unknown', ...known }: Partial<PayErrorDetails>,
): { failure: Failure } {
  return { failure: { code, message, error: errorDetails(outcome, known) } };
}

/** A call with the same key is under way. */
export function inProgress(operation: AnyOperation): { failure: Failure } {
  return failure(
    'inprogress',
    `${nameOf(operation)} is under way with this idempotencyKey. Call again with the same key: nothing is sent twice.`,
    { retryable: true },
  );
}

/** The key belongs to another request. */
export function keyConflict(operation: AnyOperation): { failure: Failure } {
  return failure(
    'idempotencyconflict',
    `${nameOf(operation)} was not sent: this idempotencyKey belongs to another request. Use a new key for a new intent.`,
    { outcome: 'not-sent' },
  );
}

/** The store failed before anything was sent. */
export function storeFailed(operation: AnyOperation): { failure: Failure } {
  return failure(
    'idempotencyerror',
    `${nameOf(operation)} was not sent: the idempotency store failed, so an earlier call with this key cannot be ruled out. ` +
      'Call again with the same key.',
    { retryable: true },
  );
}

/** The call was sent before, and its outcome is still unknown. @param why what was found, or why nothing can be found. */
export function stillUnknown(
  operation: AnyOperation,
  outcomeLookup: PayOutcomeLookup | null,
  why: string,
): { failure: Failure } {
  return failure(
    'servererror',
    `${nameOf(operation)} was sent before with this idempotencyKey, and its outcome is unknown. It was not sent again. ${why}`,
    // A repeated call with the key looks the outcome up first.
    { outcomeLookup, retryable: true },
  );
}

/** The service's own data proves that the call had no effect. */
export function provenNotDone({ failure: lost }: { failure: Failure }, why: string): { failure: Failure } {
  return {
    failure: {
      ...lost,
      message: `${lost.message} The outcome was looked up: ${why}`,
      error: { ...lost.error, outcome: 'rejected', retryable: true, outcomeLookup: null },
    },
  };
}

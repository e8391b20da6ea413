import type { GatedCall } from '../core/call-gate.js';
import { errorDetails } from '../core/error-details.js';
import { nameOf } from '../core/failure.js';
import type { Failure } from '../core/failure.js';
import type { PayErrorCode, PayErrorDetails } from '../core/method-return.js';
import type { PayInquiry } from '../core/inquiry.js';

type Operation = GatedCall['operation'];

function failure(
  code: PayErrorCode,
  message: string,
  { outcome = 'unknown', ...known }: Partial<PayErrorDetails>,
): { failure: Failure } {
  return { failure: { code, message, error: errorDetails(outcome, known) } };
}

/** The same call is under way. */
export function inProgress(operation: Operation): { failure: Failure } {
  return failure(
    'inprogress',
    `${nameOf(operation)} is under way under this key. Call again with the same key: it is not sent twice.`,
    { retryable: true },
  );
}

/** The key stands for another request. */
export function keyConflict(operation: Operation): { failure: Failure } {
  return failure(
    'keyconflict',
    `${nameOf(operation)} was not sent: this key stands for another request. Take a new key for a new intent.`,
    { outcome: 'not-sent' },
  );
}

/** A key stands for one call. */
export function secondCall(operation: Operation): { failure: Failure } {
  return failure(
    'validationerror',
    `${nameOf(operation)} was not sent: a key stands for one call, and another was made under it before.`,
    { outcome: 'not-sent' },
  );
}

/** The store failed before anything was sent. */
export function storeFailed(operation: Operation): { failure: Failure } {
  return failure(
    'journalerror',
    `${nameOf(operation)} was not sent: the journal's store failed, so nobody knows whether it was done before. ` +
      'Call again with the same key.',
    { retryable: true },
  );
}

/** It was sent before, and nobody knows what became of it. @param why what was found, or why nothing can be. */
export function stillUnknown(
  operation: Operation,
  inquiry: PayInquiry | null,
  why: string,
): { failure: Failure } {
  return failure(
    'servererror',
    `${nameOf(operation)} was sent before under this key, and what became of it is not known. It was not sent again. ${why}`,
    // Under its key it is settled first.
    { inquiry, retryable: true },
  );
}

/** The service's answer proves that it did not happen. */
export function provenNotDone({ failure: given }: { failure: Failure }, why: string): { failure: Failure } {
  return {
    failure: {
      ...given,
      message: `${given.message} Settled: ${why}`,
      error: { ...given.error, outcome: 'rejected', retryable: true, inquiry: null },
    },
  };
}

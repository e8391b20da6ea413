import { describeThrown, isInstance } from '../core/values/describe-thrown.js';

/** A delivery could not be stored. It gets 503, so that the service delivers it again. */
export class PayInboxStoreError extends Error {
  override readonly name = 'PayInboxStoreError';
}

/** An inbox cannot start. The message says how to fix it. */
export class PayInboxStartError extends Error {
  override readonly name = 'PayInboxStartError';
}

/** Too many unconfirmed deliveries are waiting. The delivery gets 503, so that the service delivers it again. */
export class PayInboxFullError extends Error {
  override readonly name = 'PayInboxFullError';
}

/** Another delivery of the event is still being handled. The delivery gets 503, so that the service delivers it again. */
export class PayInboxBusyError extends Error {
  override readonly name = 'PayInboxBusyError';
}

/** Returns the error of an inbox that could not store a delivery. */
export function notStored(cause: unknown): PayInboxFullError | PayInboxStoreError {
  return isInstance(cause, PayInboxFullError)
    ? cause
    : new PayInboxStoreError(`the event could not be stored: ${describeThrown(cause).message}`, { cause });
}

/**
 * A handler ended the transaction of `@PayTransaction()` itself. The event is moved to the dead letters at once, because the handler's
 * effects may be committed, and a retry would repeat them.
 */
export class TransactionEndedError extends Error {
  override readonly name = 'TransactionEndedError';
}

/** This process has no handler for a stored event. Another process may have one, for example during a rolling deployment. */
export class UnhandledEventError extends Error {
  override readonly name = 'UnhandledEventError';
}

import { describeThrown, isInstance } from '../core/values/describe-thrown.js';

/** A delivery could not be stored. It is answered 503, so that the service delivers it again. */
export class PayInboxStoreError extends Error {
  override readonly name = 'PayInboxStoreError';
}

/** An inbox cannot start. The message says how to fix it. */
export class PayInboxStartError extends Error {
  override readonly name = 'PayInboxStartError';
}

/** Too many unconfirmed deliveries are waiting. The delivery is answered 503, so that the service delivers it again. */
export class PayInboxFullError extends Error {
  override readonly name = 'PayInboxFullError';
}

/** Returns the error of an inbox that could not store a delivery. */
export function notStored(cause: unknown): PayInboxFullError | PayInboxStoreError {
  return isInstance(cause, PayInboxFullError)
    ? cause
    : new PayInboxStoreError(`the event could not be stored: ${describeThrown(cause).message}`, { cause });
}

/**
 * Why an event could not be handled now:
 * - `refused`: the service denies the event. It is retried a few times, then moved to the dead letters;
 * - `unconfirmed`: the service could not be asked. The event is retried for days, then moved to the dead letters;
 * - `unhandled`: this process has no handler for the event, but another process may have one. Retried like `unconfirmed`;
 * - `over-budget`: the sender's budget of confirmation reads is used up. The event waits, without counting an attempt;
 * - `failed`: a handler failed. The event is retried, and later events of its order wait;
 * - `transaction-ended`: a handler ended the transaction of `@PayTransaction()` itself. The event is moved to the dead letters at once,
 *   because the handler's effects may be committed, and a retry would repeat them.
 */
export type InboxProblem =
  | 'refused'
  | 'unconfirmed'
  | 'unhandled'
  | 'over-budget'
  | 'failed'
  | 'transaction-ended';

/** An event could not be handled now. */
export class InboxWorkError extends Error {
  override readonly name = 'InboxWorkError';

  constructor(
    readonly problem: InboxProblem,
    message: string,
    /** For `over-budget`: time until the next confirmation read is allowed, in milliseconds. */
    readonly waitMs = 0,
  ) {
    super(message);
  }
}

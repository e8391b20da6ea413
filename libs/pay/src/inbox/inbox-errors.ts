/** A delivery could not be kept: the service must deliver it again. */
export class PayInboxStoreError extends Error {
  override readonly name = 'PayInboxStoreError';
}

/** An inbox cannot begin; the message says the fix. */
export class PayInboxStartError extends Error {
  override readonly name = 'PayInboxStartError';
}

/** Too many deliveries that the service has not confirmed wait already: it must deliver this one again. */
export class PayInboxFullError extends Error {
  override readonly name = 'PayInboxFullError';
}

/**
 * Why an event could not be handled now:
 * - `refused`: the service says otherwise. Tried a few times more, then buried as refused;
 * - `unconfirmed`: the service could not be asked. Tried again for days, then buried as unconfirmed;
 * - `unhandled`: nothing in this process handles it, though another of the same application may. Tried again like the above;
 * - `over-budget`: the service is not asked now, for too much that it did not confirm came from there. Waits, without an
 *   attempt;
 * - `failed`: a handler failed. Tried again, and later events of its order wait.
 */
export type InboxProblem = 'refused' | 'unconfirmed' | 'unhandled' | 'over-budget' | 'failed';

/** An event could not be handled now. */
export class InboxWorkError extends Error {
  override readonly name = 'InboxWorkError';

  constructor(
    readonly problem: InboxProblem,
    message: string,
    /** Of `over-budget`: when the service may be asked again, in milliseconds. */
    readonly waitMs = 0,
  ) {
    super(message);
  }
}

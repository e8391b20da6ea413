/** A delivery could not be kept: the service must deliver it again. */
export class PayInboxStoreError extends Error {
  override readonly name = 'PayInboxStoreError';
}

/**
 * Why an event could not be handled now:
 * - `refused`: the service says otherwise. Tried a few times more, then buried as refused;
 * - `unconfirmed`: the service could not be asked. Tried again;
 * - `failed`: a handler failed. Tried again, and later events of its order wait.
 */
export type InboxProblem = 'refused' | 'unconfirmed' | 'failed';

/** An event could not be handled now. */
export class InboxWorkError extends Error {
  override readonly name = 'InboxWorkError';

  constructor(
    readonly problem: InboxProblem,
    message: string,
  ) {
    super(message);
  }
}

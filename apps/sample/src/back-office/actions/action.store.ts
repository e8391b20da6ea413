import type { Action, ActionDraft, ActionState } from './action.js';

/** Whether the one click that sends an action is this one. */
export type Claim =
  | { readonly claimed: true; readonly action: Action }
  | { readonly claimed: false; readonly action: Action | undefined };

/**
 * Where operators' actions are kept; also the injection token. A real shop implements it on its database, and `claim` as one
 * transaction with the rows of the payment locked. What is `sending` there when the process starts has no known outcome.
 */
export abstract class ActionStore {
  /** Adds a planned action, with how many on its transaction were sent before and have ended. */
  abstract add(draft: ActionDraft): Promise<Action>;
  abstract find(id: string): Promise<Action | undefined>;
  /** Oldest first. */
  abstract ofTransaction(transactionId: string): Promise<readonly Action[]>;
  /**
   * Turns a planned action into one that is being sent: for one caller only, and only while no other on its
   * transaction ended since it was planned and none is open. A planned action that comes too late is withheld for good.
   *
   * @param at milliseconds.
   */
  abstract claim(id: string, at: number): Promise<Claim>;
  /** Notes how an action ended. What is certain stays: an action that is done or refused does not change any more. */
  abstract settle(id: string, state: ActionState): Promise<void>;
}

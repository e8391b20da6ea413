import { Injectable } from '@nestjs/common';
import type { Records } from '../../database/records.js';
import { ShopDatabase } from '../../database/shop-database.js';
import { isOpen, type Action, type ActionDraft, type ActionState } from './action.js';

/** Whether the one click that sends an action is this one. */
export type Claim =
  | { readonly claimed: true; readonly action: Action }
  | { readonly claimed: false; readonly action: Action | undefined };

const OVERTAKEN = 'Another action on this transaction was sent since you decided.';
/** Sent, and no longer open. */
const ENDED: readonly ActionState['kind'][] = ['done', 'refused', 'dismissed'];
const FINAL: readonly ActionState['kind'][] = ['done', 'refused', 'withheld'];

/** Where operators' actions are kept. */
@Injectable()
export class ActionStore {
  private readonly actions: Records<Action>;

  constructor(database: ShopDatabase) {
    this.actions = database.records<Action>('action', {
      id: ({ id }) => id,
      reference: ({ transactionId }) => transactionId,
    });
  }

  /** Adds a planned action, with how many on its transaction were sent before and have ended. */
  async add(draft: ActionDraft): Promise<Action> {
    const planned: Action = { ...draft, turn: 0, state: { kind: 'planned' } };
    const added = await this.actions.add(planned, (others) => ({ ...planned, turn: ended(others) }));
    return added?.record ?? planned;
  }

  find(id: string): Promise<Action | undefined> {
    return this.actions.find(id);
  }

  /** Oldest first. */
  ofTransaction(transactionId: string): Promise<readonly Action[]> {
    return this.actions.of(transactionId);
  }

  /**
   * Turns a planned action into one that is being sent: for one caller only, and only while no other on its
   * transaction ended since it was planned and none is open. A planned action that comes too late is withheld for good.
   *
   * @param at milliseconds.
   */
  async claim(id: string, at: number): Promise<Claim> {
    if ((await this.find(id)) === undefined) return { claimed: false, action: undefined };
    let claimed = false;
    const action = await this.actions.update(id, (known, all) => {
      if (known.state.kind !== 'planned') return known;
      claimed = known.turn === ended(all) && !all.some(isOpen);
      return { ...known, state: claimed ? { kind: 'sending', at } : { kind: 'withheld', why: OVERTAKEN } };
    });
    return { claimed, action };
  }

  /** Notes how an action ended. What is certain stays: an action that is done or refused does not change any more. */
  async settle(id: string, state: ActionState): Promise<void> {
    await this.actions.update(id, (known) =>
      FINAL.includes(known.state.kind) ? known : { ...known, state },
    );
  }
}

/** How many were sent and have ended: one under way is still to change what a new one is decided on. */
function ended(actions: readonly Action[]): number {
  return actions.filter(({ state }) => ENDED.includes(state.kind)).length;
}

import { Injectable } from '@nestjs/common';
import { isOpen, type Action, type ActionDraft, type ActionState } from './action.js';
import { ActionStore, type Claim } from './action.store.js';

const OVERTAKEN = 'Another action on this transaction was sent since you decided.';
/** Sent, and no longer open. */
const ENDED: readonly ActionState['kind'][] = ['done', 'refused', 'dismissed'];
const FINAL: readonly ActionState['kind'][] = ['done', 'refused', 'withheld'];

/** Actions in the process's memory. Its methods do not wait for anything, so none comes between another's steps. */
@Injectable()
export class InMemoryActionStore extends ActionStore {
  private readonly actions = new Map<string, Action>();

  add(draft: ActionDraft): Promise<Action> {
    return Promise.resolve(
      this.keep({ ...draft, turn: this.ended(draft.transactionId), state: { kind: 'planned' } }),
    );
  }

  find(id: string): Promise<Action | undefined> {
    return Promise.resolve(this.actions.get(id));
  }

  ofTransaction(transactionId: string): Promise<readonly Action[]> {
    return Promise.resolve(this.on(transactionId));
  }

  claim(id: string, at: number): Promise<Claim> {
    const action = this.actions.get(id);
    if (action?.state.kind !== 'planned') return Promise.resolve({ claimed: false, action });
    const isNext = action.turn === this.ended(action.transactionId);
    if (!isNext || this.on(action.transactionId).some(isOpen)) {
      const withheld = this.keep({ ...action, state: { kind: 'withheld', why: OVERTAKEN } });
      return Promise.resolve({ claimed: false, action: withheld });
    }
    return Promise.resolve({
      claimed: true,
      action: this.keep({ ...action, state: { kind: 'sending', at } }),
    });
  }

  settle(id: string, state: ActionState): Promise<void> {
    const action = this.actions.get(id);
    if (action === undefined) return Promise.reject(new Error(`action ${id} is unknown`));
    if (!FINAL.includes(action.state.kind)) this.keep({ ...action, state });
    return Promise.resolve();
  }

  private on(transactionId: string): Action[] {
    return [...this.actions.values()].filter((action) => action.transactionId === transactionId);
  }

  /** How many were sent and have ended: one under way is still to change what a new one is decided on. */
  private ended(transactionId: string): number {
    return this.on(transactionId).filter(({ state }) => ENDED.includes(state.kind)).length;
  }

  private keep(action: Action): Action {
    this.actions.set(action.id, action);
    return action;
  }
}

import type { MethodFailure, RemainingAmounts } from 'nestjs-pay';
import { isUnanswered } from '../../unanswered.js';

/** What an operator can do with a transaction's money. */
export const ActionKind = {
  /** Gives a part or all of a payment back. */
  Refund: 'refund',
  /** Gives all of a payment back before it has cleared: the service voids it. */
  Void: 'void',
  /** Takes a part or all of what a pre-authorisation holds, once. */
  Capture: 'capture',
  /** Releases all that a pre-authorisation holds. */
  Release: 'release',
} as const;
export type ActionKind = (typeof ActionKind)[keyof typeof ActionKind];

/** Where an action stands. */
export type ActionState =
  /** Shown to the operator for confirmation; nothing was sent. */
  | { readonly kind: 'planned' }
  /** Under way since `at`, milliseconds: the request may have left. */
  | { readonly kind: 'sending'; readonly at: number }
  /** It happened. `transactionId` is the new transaction; null where only the operator knows. */
  | { readonly kind: 'done'; readonly transactionId: string | null; readonly knownBy: KnownBy }
  /** The service said no, or the request never left: it did not happen. */
  | { readonly kind: 'refused'; readonly failure: MethodFailure<string> }
  /** Nothing was sent, because the records were no longer those that the operator saw. */
  | { readonly kind: 'withheld'; readonly why: string }
  /** No clear answer since `at`, milliseconds: it may have happened. Never sent again. */
  | { readonly kind: 'unknown'; readonly at: number; readonly failure: MethodFailure<string> | null }
  /** It had no clear answer, and the operator found out that it did not happen. */
  | { readonly kind: 'dismissed' };

/** Who says that an action happened: the answer to it, the records read afterwards, or the operator. */
export type KnownBy = 'answer' | 'records' | 'operator';

/** What an operator means to do, once. */
export interface ActionDraft {
  /** The one-intent token: it names this intention, is sent to the service as its reference, and is used up by one click. */
  readonly id: string;
  /** The payment or pre-authorisation. */
  readonly transactionId: string;
  readonly orderCode: string;
  readonly kind: ActionKind;
  /** Minor units. */
  readonly amount: number;
  /** Masked. */
  readonly card: string | null;
  /** What was left when the operator decided. It is sent only while that is still so. */
  readonly basis: RemainingAmounts;
}

/** An operator's action on a transaction. Never changed in place. */
export interface Action extends ActionDraft {
  /** How many actions on this transaction had been sent and had ended when it was planned: it can only be the next one. */
  readonly turn: number;
  readonly state: ActionState;
}

/** The state at a time: what was sent long ago and never came to an end, as when the process died, is unknown. */
export function actionState({ state }: Action, now: number): ActionState {
  return state.kind === 'sending' && isUnanswered(state.at, now)
    ? { kind: 'unknown', at: state.at, failure: null }
    : state;
}

/** Whether it is not known how it ends: no other action on the transaction may be sent meanwhile. */
export function isOpen({ state }: Action): boolean {
  return state.kind === 'sending' || state.kind === 'unknown';
}

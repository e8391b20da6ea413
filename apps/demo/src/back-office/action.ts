import type { MethodFailure, RemainingAmounts } from 'nestjs-pay';

/** What an operator can do with the money of a transaction. */
export const ActionKind = {
  /** Refunds a payment in full or in part. */
  Refund: 'refund',
  /** Refunds a payment in full before it has cleared: the service voids it. */
  Void: 'void',
  /** Captures all or a part of what a pre-authorisation holds, once. */
  Capture: 'capture',
  /** Releases everything that a pre-authorisation holds. */
  Release: 'release',
} as const;
export type ActionKind = (typeof ActionKind)[keyof typeof ActionKind];

export type ActionState =
  /** Waits for the operator's confirmation. Nothing was sent. */
  | { readonly kind: 'planned' }
  /** Confirmed. The request may have been sent. */
  | { readonly kind: 'sending' }
  /** Done. `transactionId` is the new transaction; null if only the operator knows. */
  | { readonly kind: 'done'; readonly transactionId: string | null }
  /** The service rejected the request, or it was not sent. Nothing happened. */
  | { readonly kind: 'rejected'; readonly failure: MethodFailure<string> }
  /** Nothing was sent, because the records were not those that the operator saw. */
  | { readonly kind: 'withheld'; readonly why: string }
  /** The outcome is unknown: the same call with the same key asks the service. */
  | { readonly kind: 'unknown'; readonly failure: MethodFailure<string> }
  /** The outcome was unknown, and the operator found out that nothing happened. */
  | { readonly kind: 'dismissed' };

/** What an operator wants to do. */
export interface ActionDraft {
  /** The payment or pre-authorisation. */
  readonly transactionId: string;
  readonly orderCode: string;
  readonly kind: ActionKind;
  /** Minor units. */
  readonly amount: number;
  /** Masked. */
  readonly card: string | null;
  /** Amounts that the operator saw. The request is sent only while these are the current amounts. */
  readonly basis: RemainingAmounts;
}

/** A planned action and what became of it. Never changed in place. */
export interface Action extends ActionDraft {
  /** Also the reference of the service's new transaction, by which the library finds it after a lost response. */
  readonly id: string;
  /** Milliseconds. */
  readonly plannedAt: number;
  /** Time of the confirmation in milliseconds. */
  readonly confirmedAt: number | null;
  readonly state: ActionState;
}

/** Returns the idempotency key of an action. */
export function actionKey({ id }: Pick<Action, 'id'>): string {
  return `action:${id}`;
}

/** Returns whether the outcome is still open. Until then, no other action on the transaction is sent. */
export function isOpen({ state }: Action): boolean {
  return state.kind === 'sending' || state.kind === 'unknown';
}

/** Returns whether an action is about the amount that a pre-authorisation holds. */
export function isOnReservation(kind: ActionKind): boolean {
  return kind === ActionKind.Capture || kind === ActionKind.Release;
}

import { isUnanswered } from '../../unanswered.js';

/** Where a movement of money stands. */
export type MoveState =
  /** Decided and kept; nothing was sent. */
  | { readonly kind: 'stored' }
  /** Under way since `at`, milliseconds: the request may have left. */
  | { readonly kind: 'sending'; readonly at: number }
  /** It happened. `serviceId` is the transfer or transaction; `executed` null while a transfer waits for the settlement. */
  | {
      readonly kind: 'done';
      readonly serviceId: string;
      readonly executed: string | null;
      readonly knownBy: 'answer' | 'report' | 'webhook';
    }
  /** The service said no, the request never left, or the operator found that nothing happened: it did not happen. */
  | { readonly kind: 'refused'; readonly message: string }
  /** No clear answer since `at`, milliseconds: it may have happened. */
  | { readonly kind: 'unknown'; readonly at: number; readonly message: string };

interface MoveParts {
  /** Names this one movement for ever. Of a refund it is the service's idempotency key and reference as well. */
  readonly id: string;
  readonly connectedAccountId: string;
  /** Minor units. */
  readonly amount: number;
  readonly state: MoveState;
}

/** From the platform to a seller. The service has no key for it: sent once, and again only after a certain no. */
export type TransferMove = MoveParts & { readonly kind: 'transfer' };
/** From the platform to the customer, for one piece of a line: a repeat with the same key refunds once. */
export type RefundMove = MoveParts & { readonly kind: 'refund'; readonly goodsId: string };
/** A seller's part of a refund, back to the platform; sent like a transfer. */
export type ReversalMove = MoveParts & { readonly kind: 'reversal'; readonly refundId: string };
export type MoneyMove = TransferMove | RefundMove | ReversalMove;

/** A transfer or reversal as event 8448 reported it. */
export interface TransferReport {
  readonly transferId: string;
  /** The transfer that it takes back. */
  readonly parentId: string | null;
  /** Minor units. */
  readonly amount: number;
  readonly executed: string | null;
  /** Whom it went to. */
  readonly personId: string | null;
}

/** The state at a time: what was sent long ago and never came to an end, as when the process died, is unknown. */
export function moveState({ state }: MoneyMove, now: number): MoveState {
  return state.kind === 'sending' && isUnanswered(state.at, now)
    ? { kind: 'unknown', at: state.at, message: 'The shop was stopped before an answer came.' }
    : state;
}

/** Whether it is not known how it ends. */
export function isOpen({ state }: MoneyMove): boolean {
  return state.kind === 'sending' || state.kind === 'unknown' || state.kind === 'stored';
}

/** The id that the service gave it, once it is certain that it happened. */
export function serviceIdOf(move: MoneyMove | undefined): string | null {
  return move?.state.kind === 'done' ? move.state.serviceId : null;
}

import type { SplitPlan } from 'nestjs-pay';
import type { MoneyMove, TransferReport } from '../money/money-move.js';

/** One line of an order: whose it is and what it cost when it was placed. */
export interface MarketLine {
  readonly goodsId: string;
  readonly sellerKey: string;
  /** The seller's account when the order was placed. */
  readonly connectedAccountId: string;
  readonly name: string;
  readonly quantity: number;
  /** Minor units. */
  readonly unitPrice: number;
}

/** What a customer asks for. */
export interface MarketDraft {
  /** Names one submission of the form: a second click has the same one. */
  readonly submission: string;
  readonly customer: { readonly name: string; readonly email: string };
  readonly lines: readonly MarketLine[];
}

/** The payment as its confirmed event told it. */
export interface MarketPayment {
  readonly transactionId: string;
  /** False for one that is not what the order asks for: it is not split, and a person has to look. */
  readonly matches: boolean;
}

/** Money that went back to the customer, by a confirmed event. */
export interface SeenRefund {
  readonly transactionId: string;
  /** Minor units. */
  readonly amount: number;
  /** The refund of this market behind it; null for one that was made elsewhere. */
  readonly moveId: string | null;
  /** A void: the payment is as if it had not been, and the service keeps no commission (inferred). */
  readonly isVoid: boolean;
}

/** An order over the goods of several sellers, with all that is known of its money. Never changed in place. */
export interface MarketOrder extends MarketDraft {
  /** Random, and the address of the customer's page. */
  readonly id: string;
  /** Milliseconds. */
  readonly createdAt: number;
  /** Minor units. */
  readonly amount: number;
  readonly service: { readonly orderCode: string; readonly expiresAt: number } | null;
  readonly payment: MarketPayment | null;
  /** How the payment is divided: made when it is confirmed, and kept for its refunds. */
  readonly split: SplitPlan | null;
  /** What the service says it took for the payment (event 1799, which nothing confirms), minor units. */
  readonly commission: number | null;
  /** Everything that was ever meant to be moved, in its order: stored here before it is sent. */
  readonly moves: readonly MoneyMove[];
  /** Event 8448, which nothing confirms: what the service says it transferred. */
  readonly reports: readonly TransferReport[];
  readonly refundsSeen: readonly SeenRefund[];
}

/** The part of an order's id that people read to each other. */
export function marketReference({ id }: Pick<MarketOrder, 'id'>): string {
  return id.slice(0, 8).toUpperCase();
}

/** What the customer got back for certain, minor units. */
export function refundedAmount({ refundsSeen, moves }: MarketOrder): number {
  const known = moves.filter(({ kind, state }) => kind === 'refund' && state.kind === 'done');
  const elsewhere = refundsSeen.filter(({ moveId }) => moveId === null);
  return [...known, ...elsewhere].reduce((sum, { amount }) => sum + amount, 0);
}

import type { Order } from './order.js';
import { factsOf } from './order-facts.js';

/** Where an order stands. */
export const OrderState = {
  /** The payment service does not know it yet. */
  Created: 'created',
  /** It can be paid and nobody has tried. */
  Waiting: 'waiting',
  /** An attempt failed; it can still be paid. */
  AttemptFailed: 'attempt-failed',
  Paid: 'paid',
  /** A payment came that does not match the order. */
  UnderReview: 'under-review',
  /** All of it was given back. */
  Refunded: 'refunded',
  Cancelled: 'cancelled',
  Expired: 'expired',
} as const;
export type OrderState = (typeof OrderState)[keyof typeof OrderState];

/**
 * The state that the facts add up to. Notifications come late, twice and in any order, so no state is ever stored and moved
 * on: the same facts give the same state whatever order they came in, and the strongest fact wins. A payment beats a failed
 * attempt, a cancellation or an expiry, for the money is there.
 */
export function orderState(order: Order): OrderState {
  if (refundedAmount(order) >= order.amount) return OrderState.Refunded;
  if (factsOf(order, 'paid').length > 0) return OrderState.Paid;
  if (factsOf(order, 'mismatched').length > 0) return OrderState.UnderReview;
  if (factsOf(order, 'cancelled').length > 0) return OrderState.Cancelled;
  if (factsOf(order, 'expired').length > 0) return OrderState.Expired;
  if (factsOf(order, 'attempt-failed').length > 0) return OrderState.AttemptFailed;
  return order.service === null ? OrderState.Created : OrderState.Waiting;
}

const PAYABLE: ReadonlySet<OrderState> = new Set([
  OrderState.Created,
  OrderState.Waiting,
  OrderState.AttemptFailed,
]);

/** Whether the customer may (still, or again) go to the payment page. */
export function isPayable(order: Order): boolean {
  return PAYABLE.has(orderState(order));
}

/** What was given back so far, minor units. */
export function refundedAmount(order: Order): number {
  return factsOf(order, 'refunded').reduce((sum, { amount }) => sum + amount, 0);
}

/** The service's event id of the latest failed attempt, null when it gave none or nothing failed. */
export function lastFailure(order: Order): number | null {
  const failures = factsOf(order, 'attempt-failed').map(({ at, transactionId, reason }) => ({
    key: at + transactionId,
    reason,
  }));
  return failures.sort((a, b) => (a.key < b.key ? 1 : -1))[0]?.reason ?? null;
}

/** Changes whenever something new is known about an order. */
export function orderVersion(order: Order): string {
  return `${orderState(order)}.${Object.keys(order.facts).length}`;
}

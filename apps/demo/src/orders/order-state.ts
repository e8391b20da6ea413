import { isPayEvent, PayEventType, PaymentTimeline } from 'nestjs-pay';
import type { PaymentState, ReceivedPayEvent } from 'nestjs-pay';
import type { Order } from './order.js';

export const OrderState = {
  /** The payment service does not know the order yet. */
  Created: 'created',
  /** It can be paid. There was no attempt yet. */
  Waiting: 'waiting',
  /** An attempt failed. It can still be paid. */
  AttemptFailed: 'attempt-failed',
  /** The amount is held, and not captured yet. */
  Held: 'held',
  Paid: 'paid',
  /** The payment does not match the order. */
  UnderReview: 'under-review',
  /** Refunded in full. */
  Refunded: 'refunded',
  Cancelled: 'cancelled',
  Expired: 'expired',
} as const;
export type OrderState = (typeof OrderState)[keyof typeof OrderState];

/**
 * Adds a confirmed event to an order. The library's timeline gives the same state for the same events, however late, often or
 * unordered they arrive.
 */
export function withEvent<One extends Order>(order: One, event: ReceivedPayEvent, receivedAt: Date): One {
  const orderCode = order.service?.orderCode ?? '';
  const known =
    order.timeline === null ? PaymentTimeline.of(orderCode) : PaymentTimeline.fromJSON(order.timeline);
  const timeline = known.withEvent(event, receivedAt).toJSON();
  if (!isPayEvent(event, PayEventType.TransactionFailed)) return { ...order, timeline };
  const decline = { at: event.created ?? '', reason: event.data.ResponseEventId ?? null };
  const isLater = order.decline === null || order.decline.at <= decline.at;
  return { ...order, timeline, decline: isLater ? decline : order.decline };
}

/**
 * Computes an order's state from what is known about its payment.
 *
 * @param now - Time in milliseconds at which an order that was not paid may have expired. Default: it expires when the service says so.
 */
export function orderState(order: Order, now = 0): OrderState {
  const { service } = order;
  const unpaid = service !== null && now >= service.expiresAt ? OrderState.Expired : OrderState.Waiting;
  const payment = paymentOf(order);
  if (payment === null) return service === null ? OrderState.Created : unpaid;
  const { captured, held, released, refunded, currencyCode, ended, attempts } = payment;
  // The amount and the currency decide whether the order is paid. Of a held amount, a part can be captured.
  const isExpected = captured === order.amount || (order.isHold === true && captured < order.amount);
  if (captured + held > 0 && (!isExpected || currencyCode !== order.currency)) return OrderState.UnderReview;
  if (captured > 0) return refunded >= captured ? OrderState.Refunded : OrderState.Paid;
  if (held > 0) return held === order.amount ? OrderState.Held : OrderState.UnderReview;
  if (released > 0) return OrderState.Cancelled;
  if (ended !== null) return ended === 'canceled' ? OrderState.Cancelled : OrderState.Expired;
  return attempts.some(({ outcome }) => outcome === 'failed') ? OrderState.AttemptFailed : unpaid;
}

const PAYABLE: ReadonlySet<OrderState> = new Set([
  OrderState.Created,
  OrderState.Waiting,
  OrderState.AttemptFailed,
]);

/** Returns whether the customer can go to the payment page. */
export function isPayable(order: Order, now?: number): boolean {
  return PAYABLE.has(orderState(order, now));
}

/** Returns the refunded amount, in minor units. */
export function refundedAmount(order: Order): number {
  return paymentOf(order)?.refunded ?? 0;
}

/** Computes the payment of an order from its events; null before the first one. */
export function paymentOf({ timeline }: Order): PaymentState | null {
  return timeline === null ? null : PaymentTimeline.fromJSON(timeline).state;
}

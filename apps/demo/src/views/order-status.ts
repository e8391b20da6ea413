import type { Order } from '../orders/order.js';
import { lastFailure, orderState, OrderState, refundedAmount } from '../orders/order-state.js';
import { money } from './money.js';

/** How an order's state is put in words. */
export interface OrderStatus {
  readonly label: string;
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'waiting' | 'neutral';
}

/** Reasons that are worth telling a customer, by the service's event id. */
const REASONS: Readonly<Record<number, string>> = {
  10005: 'The bank did not accept the payment.',
  10014: 'The card number was not accepted.',
  10051: 'There was not enough money on the card.',
  10054: 'The card has expired.',
};

/** The words for an order's state. */
export function orderStatus(order: Order): OrderStatus {
  switch (orderState(order)) {
    case OrderState.Created:
      return {
        label: 'Not paid yet',
        text: 'The payment page was not opened yet. Nothing was charged.',
        tone: 'neutral',
      };
    case OrderState.Waiting:
      return {
        label: 'Waiting for payment',
        text: 'If you have just paid, this page changes by itself as soon as the payment is confirmed.',
        tone: 'waiting',
      };
    case OrderState.AttemptFailed:
      return {
        label: 'Payment declined',
        text: `${REASONS[lastFailure(order) ?? 0] ?? 'The payment was declined.'} Nothing was charged. You can try again, with another card as well.`,
        tone: 'bad',
      };
    case OrderState.Paid: {
      const refunded = refundedAmount(order);
      return refunded > 0
        ? {
            label: 'Refunded in part',
            text: `Thank you for your payment. ${money(refunded)} of it was refunded.`,
            tone: 'good',
          }
        : { label: 'Paid', text: 'Thank you! The payment was confirmed.', tone: 'good' };
    }
    case OrderState.UnderReview:
      return {
        label: 'Being checked',
        text: 'A payment arrived that does not match this order. We are looking at it; please do not pay again.',
        tone: 'waiting',
      };
    case OrderState.Refunded:
      return {
        label: 'Refunded',
        text: `${money(refundedAmount(order))} was refunded to you.`,
        tone: 'neutral',
      };
    case OrderState.Cancelled:
      return { label: 'Cancelled', text: 'The order was cancelled. Nothing was charged.', tone: 'neutral' };
    case OrderState.Expired:
      return { label: 'Expired', text: 'The time to pay is over. Nothing was charged.', tone: 'neutral' };
  }
}

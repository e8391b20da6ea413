import { money } from '../../views/money.js';
import type { OrderStatus } from '../../views/order-status.js';
import { refundedAmount, type MarketOrder } from '../orders/market-order.js';

/** Where an order stands for its customer. */
export function customerState(order: MarketOrder, now: number): string {
  const { payment, service } = order;
  if (payment !== null) return payment.matches ? `paid-${refundedAmount(order)}` : 'under-review';
  if (service === null) return 'created';
  return now < service.expiresAt ? 'waiting' : 'expired';
}

/** Whether the customer may be led to the payment page. */
export function isPayable(order: MarketOrder, now: number): boolean {
  return ['created', 'waiting'].includes(customerState(order, now));
}

/** The words for it. */
export function marketOrderStatus(order: MarketOrder, now: number): OrderStatus {
  const refunded = refundedAmount(order);
  switch (customerState(order, now)) {
    case 'created':
      return {
        label: 'Not paid yet',
        text: 'The payment page did not open. Nothing was charged.',
        tone: 'neutral',
      };
    case 'waiting':
      return {
        label: 'Waiting for payment',
        text: 'If you have just paid, this page changes by itself as soon as the payment is confirmed.',
        tone: 'waiting',
      };
    case 'expired':
      return { label: 'Expired', text: 'The time to pay is over.', tone: 'neutral' };
    case 'under-review':
      return {
        label: 'Being checked',
        text: 'A payment arrived that does not match this order. We are looking at it; please do not pay again.',
        tone: 'waiting',
      };
    default:
      return {
        label: refunded >= order.amount ? 'Refunded' : 'Paid',
        text:
          refunded > 0
            ? `${money(refunded)} was given back to you.`
            : 'Thank you! The payment was confirmed.',
        tone: refunded >= order.amount ? 'neutral' : 'good',
      };
  }
}

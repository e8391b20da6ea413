import { html } from '../../html.js';
import { orderReference } from '../../orders/order.js';
import type { PageView } from '../../views/layout.js';
import { dateTime, money } from '../../views/money.js';
import { EXPIRED, NOT_OPENED, orderedGoods, PAID, UNDER_REVIEW, WAITING } from '../../views/order.view.js';
import { LIVE_HEAD, postButton, status, STATUS_SIGNS, type Status } from '../../views/parts.js';
import { sellerName } from '../market-goods.js';
import { refundedAmount, type MarketOrder } from '../orders/market-order.js';

/** State of an order for its customer. */
export function customerState(order: MarketOrder, now: number): string {
  const { payment, service } = order;
  if (payment !== null) return payment.matches ? `paid-${refundedAmount(order)}` : 'under-review';
  if (service === null) return 'created';
  return now < service.expiresAt ? 'waiting' : 'expired';
}

/** Returns whether the customer can go to the payment page. */
export function isPayable(order: MarketOrder, now: number): boolean {
  return ['created', 'waiting'].includes(customerState(order, now));
}

/** Describes an order's state. */
export function marketOrderStatus(order: MarketOrder, now: number): Status {
  const refunded = refundedAmount(order);
  switch (customerState(order, now)) {
    case 'created':
      return NOT_OPENED;
    case 'waiting':
      return WAITING;
    case 'expired':
      return EXPIRED;
    case 'under-review':
      return UNDER_REVIEW;
    default: {
      if (refunded === 0) return PAID;
      const text = `${money(refunded)} was refunded to you.`;
      return refunded >= order.amount ? status('neutral', 'Refunded', text) : status('good', 'Paid', text);
    }
  }
}

/** Shows an order to its customer. While it can be paid, the page updates itself. */
export function marketOrderView(order: MarketOrder, now: number): PageView {
  const { label, text, tone } = marketOrderStatus(order, now);
  const payable = isPayable(order, now);
  const pay = postButton(`/marketplace/orders/${order.id}/pay`, 'To the payment page', { quiet: false });
  const lines = order.lines.map((line) => ({
    ...line,
    name: `${line.name}, ${sellerName(line.sellerKey)}`,
  }));
  return {
    title: `${label} · Order ${orderReference(order)}`,
    head: payable ? LIVE_HEAD : undefined,
    version: customerState(order, now),
    orderCode: order.service?.orderCode,
    body: html`<div class="columns">
      <section class="card status ${tone}" data-version="${customerState(order, now)}">
        ${STATUS_SIGNS[tone]}
        <h1>${label}</h1>
        <p>${text}</p>
        ${payable ? html`<div class="actions">${pay}</div>` : null}
        <p class="hint">Order ${orderReference(order)}, placed by ${order.customer.name} on ${dateTime(order.createdAt)}</p>
      </section>
      ${orderedGoods({ lines, amount: order.amount }, html`<a class="change" href="/marketplace">Back to the market</a>`)}
    </div>`,
  };
}

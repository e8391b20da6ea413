import { cartQuery, readCart } from '../catalogue/cart.js';
import { html, type Html } from '../html.js';
import { linesText, orderReference, type Order, type OrderLine } from '../orders/order.js';
import { isPayable, orderState, OrderState, orderVersion, refundedAmount } from '../orders/order-state.js';
import type { PageView } from './layout.js';
import { dateTime, money } from './money.js';
import { itemList, LIVE_HEAD, postButton, STATUS_SIGNS, type Status } from './parts.js';

/** Reasons of declines that help a customer, by the service's event ID. */
const REASONS: Readonly<Record<number, string>> = {
  10005: 'The bank did not accept the payment.',
  10014: 'The card number was not accepted.',
  10051: 'There was not enough money on the card.',
  10054: 'The card has expired.',
};

/** Statuses that the shop and the market show in the same words. */
export const NOT_OPENED: Status = {
  label: 'Not paid yet',
  text: 'The payment page did not open. Nothing was charged.',
  tone: 'neutral',
};
export const WAITING: Status = {
  label: 'Waiting for payment',
  text: 'If you have just paid, this page updates itself when the payment is confirmed.',
  tone: 'waiting',
};
export const PAID: Status = {
  label: 'Paid',
  text: 'Thank you! The payment was confirmed.',
  tone: 'good',
};
export const UNDER_REVIEW: Status = {
  label: 'Being checked',
  text: 'A payment arrived that does not match this order. We are looking into it; please do not pay again.',
  tone: 'waiting',
};
export const EXPIRED: Status = {
  label: 'Expired',
  text: 'The time to pay is over. Nothing was charged.',
  tone: 'neutral',
};

/** Describes an order's state to its customer. */
export function orderStatus(order: Order): Status {
  const refunded = refundedAmount(order);
  switch (orderState(order)) {
    case OrderState.Created:
      return NOT_OPENED;
    case OrderState.Waiting:
      return WAITING;
    case OrderState.AttemptFailed:
      return {
        label: 'Payment declined',
        text: `${REASONS[order.decline?.reason ?? 0] ?? 'The payment was declined.'} Nothing was charged. You can try again, also with another card.`,
        tone: 'bad',
      };
    case OrderState.Paid:
      return refunded > 0
        ? {
            label: 'Refunded in part',
            text: `Thank you for your payment. ${money(refunded)} of it was refunded.`,
            tone: 'good',
          }
        : PAID;
    case OrderState.Held:
      return {
        label: 'Reserved',
        text: `${money(order.amount)} is held on your card, and not charged yet. We charge it when we send the goods.`,
        tone: 'good',
      };
    case OrderState.UnderReview:
      return UNDER_REVIEW;
    case OrderState.Refunded:
      return { label: 'Refunded', text: `${money(refunded)} was refunded to you.`, tone: 'neutral' };
    case OrderState.Cancelled:
      return { label: 'Cancelled', text: 'The order was cancelled. Nothing was charged.', tone: 'neutral' };
    case OrderState.Expired:
      return EXPIRED;
  }
}

/** Shows an order. While it can be paid, the page updates itself. */
export function orderView(order: Order): PageView {
  const { label, text, tone } = orderStatus(order);
  const payable = isPayable(order);
  return {
    title: `${label} · Order ${orderReference(order)}`,
    head: payable ? LIVE_HEAD : undefined,
    version: orderVersion(order),
    orderCode: order.service?.orderCode,
    body: html`<div class="columns">
      <section class="card status ${tone}" id="order" data-version="${orderVersion(order)}">
        ${STATUS_SIGNS[tone]}
        <h1>${label}</h1>
        <p>${text}</p>
        ${payable ? payForm(order) : afterPayment(order)}
        <p class="hint">Order ${orderReference(order)}, placed by ${order.customer.name} on ${dateTime(order.createdAt)}</p>
      </section>
      ${orderedGoods(order)}
    </div>`,
  };
}

function payForm(order: Order): Html {
  const label = orderState(order) === OrderState.AttemptFailed ? 'Pay again' : 'To the payment page';
  return html`<div class="actions">${postButton(`/orders/${order.id}/pay`, label, { quiet: false })}</div>`;
}

function afterPayment(order: Order): Html {
  const state = orderState(order);
  if (state !== OrderState.Cancelled && state !== OrderState.Expired)
    return html`<p class="actions"><a class="button quiet" href="/">Continue shopping</a></p>`;
  const cart = readCart(
    Object.fromEntries(order.lines.map(({ goodsId, quantity }) => [goodsId, String(quantity)])),
  );
  return html`<p class="actions"><a class="button" href="/?${cartQuery(cart)}">Order again</a></p>`;
}

/** Shows the goods of an order. */
export function orderedGoods({ lines, amount }: Pick<Order, 'lines' | 'amount'>, more?: Html): Html {
  return html`<section class="card">
    <h2>Your order</h2>
    ${orderLines(lines, amount)} ${more}
  </section>`;
}

/** Shows goods with their prices and the total. */
export function orderLines(
  lines: readonly Pick<OrderLine, 'name' | 'quantity' | 'unitPrice'>[],
  total: number,
): Html {
  return html`<table class="lines">
    <caption class="unseen">
      Ordered goods
    </caption>
    <thead class="unseen">
      <tr>
        <th scope="col">Goods</th>
        <th scope="col">Price</th>
      </tr>
    </thead>
    <tbody>
      ${lines.map(
        ({ name, quantity, unitPrice }) =>
          html`<tr>
            <td>${name} <span class="times">× ${quantity}</span></td>
            <td>${money(unitPrice * quantity)}</td>
          </tr>`,
      )}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">Total</th>
        <td>${money(total)}</td>
      </tr>
    </tfoot>
  </table>`;
}

/** Shows the orders of this browser. */
export function myOrdersView(orders: readonly Order[]): PageView {
  const items = orders.map((order) => ({
    href: `/orders/${order.id}`,
    title: `Order ${orderReference(order)}`,
    detail: `${dateTime(order.createdAt)} · ${linesText(order.lines)}`,
    amount: money(order.amount),
    ...orderStatus(order),
  }));
  const empty = html`<section class="card narrow">
    <p>This browser has not ordered anything yet.</p>
    <p class="actions"><a class="button" href="/">To the shop</a></p>
  </section>`;
  return {
    title: 'My orders',
    body: html`<h1>My orders</h1>
      ${items.length === 0 ? empty : itemList(items)}`,
  };
}

import { cartQuery, readCart } from '../catalogue/cart.js';
import { CATALOGUE } from '../catalogue/goods.js';
import { html, type Html } from '../html.js';
import { linesText, orderReference, type Order, type OrderLine } from '../orders/order.js';
import { isPayable, orderState, OrderState, refundedAmount } from '../orders/order-state.js';
import type { PageView } from './layout.js';
import { dateTime, money } from './money.js';
import {
  amountTable,
  itemList,
  postButton,
  status,
  statusPage,
  type Status,
  type StatusPage,
} from './parts.js';

/** Reasons of declines that help a customer, by the service's event ID. */
const REASONS: Readonly<Record<number, string>> = {
  10005: 'The bank did not accept the payment.',
  10014: 'The card number was not accepted.',
  10051: 'There was not enough money on the card.',
  10054: 'The card has expired.',
};

/** Statuses of a first payment, of an order or a membership. */
export const NOT_OPENED = status(
  'neutral',
  'Not paid yet',
  'The payment page did not open. Nothing was charged.',
);
export const WAITING = status(
  'waiting',
  'Waiting for payment',
  'If you have just paid, this page updates itself when the payment is confirmed.',
);

/** Describes an order's state to its customer. @param now - See `orderState`. */
export function orderStatus(order: Order, now?: number): Status {
  const refunded = refundedAmount(order);
  switch (orderState(order, now)) {
    case OrderState.Created:
      return NOT_OPENED;
    case OrderState.Waiting:
      return WAITING;
    case OrderState.AttemptFailed: {
      const reason = REASONS[order.decline?.reason ?? 0] ?? 'The payment was declined.';
      const text = `${reason} Nothing was charged. You can try again, also with another card.`;
      return status('bad', 'Payment declined', text);
    }
    case OrderState.Paid: {
      if (refunded === 0) return status('good', 'Paid', 'Thank you! The payment was confirmed.');
      const text = `Thank you for your payment. ${money(refunded)} of it was refunded.`;
      return status('good', 'Refunded in part', text);
    }
    case OrderState.Held: {
      const text = `${money(order.amount)} is held on your card, and not charged yet. We charge it when we send the goods.`;
      return status('good', 'Reserved', text);
    }
    case OrderState.UnderReview: {
      const text =
        'A payment arrived that does not match this order. We are looking into it; please do not pay again.';
      return status('waiting', 'Being checked', text);
    }
    case OrderState.Refunded:
      return status('neutral', 'Refunded', `${money(refunded)} was refunded to you.`);
    case OrderState.Cancelled:
      return status('neutral', 'Canceled', 'The order was canceled. Nothing was charged.');
    case OrderState.Expired:
      return status('neutral', 'Expired', 'The time to pay is over. Nothing was charged.');
  }
}

/** Content of an order's page. */
export interface OrderPage extends Pick<StatusPage, 'status' | 'beside'> {
  /** Path of the page. */
  readonly address: string;
  /** See `orderState`. */
  readonly now?: number;
  /** What to do when the order cannot be paid. */
  readonly after?: Html;
}

/** Shows an order. While it can be paid, the page updates itself. */
export function orderPage(order: Order, { address, now, after, ...page }: OrderPage): PageView {
  const label = orderState(order) === OrderState.AttemptFailed ? 'Pay again' : 'To the payment page';
  const pay = html`<div class="actions">${postButton(`${address}/pay`, label, { quiet: false })}</div>`;
  const payable = isPayable(order, now);
  return statusPage({
    ...page,
    subject: `Order ${orderReference(order)}`,
    isLive: payable,
    orderCode: order.service?.orderCode,
    steps: payable ? pay : after,
    hint: `Order ${orderReference(order)}, placed by ${order.customer.name} on ${dateTime(order.createdAt)}`,
  });
}

/** Shows an order of the shop. */
export function orderView(order: Order): PageView {
  return orderPage(order, {
    address: `/orders/${order.id}`,
    status: orderStatus(order),
    after: afterPayment(order),
    beside: orderedGoods(order),
  });
}

function afterPayment(order: Order): Html {
  const state = orderState(order);
  if (state !== OrderState.Cancelled && state !== OrderState.Expired)
    return html`<p class="actions"><a class="button quiet" href="/">Continue shopping</a></p>`;
  const quantities = order.lines.map(({ goodsId, quantity }) => [goodsId, String(quantity)] as const);
  const cart = readCart(Object.fromEntries(quantities), CATALOGUE);
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
export const orderLines = (
  lines: readonly Pick<OrderLine, 'name' | 'quantity' | 'unitPrice'>[],
  total: number,
): Html =>
  amountTable(
    'Ordered goods',
    lines.map(({ name, quantity, unitPrice }) => [
      html`${name} <span class="times">× ${quantity}</span>`,
      unitPrice * quantity,
    ]),
    ['Total', total],
  );

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

import { orderReference, type Order } from '../orders/order.js';
import { html, type Html } from '../html.js';
import type { PageView } from './layout.js';
import { money } from './money.js';
import { orderStatus } from './order-status.js';

/** The orders that this browser made. */
export function myOrdersView(orders: readonly Order[]): PageView {
  const list =
    orders.length === 0
      ? html`<section class="card narrow">
          <p>This browser has not ordered anything yet.</p>
          <p class="actions"><a class="button" href="/">To the shop</a></p>
        </section>`
      : html`<ul class="orders">
          ${orders.map(row)}
        </ul>`;
  return {
    title: 'My orders',
    body: html`<h1>My orders</h1>
      ${list}`,
  };
}

function row(order: Order): Html {
  const { label, tone } = orderStatus(order);
  const goods = order.lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ');
  return html`<li class="card">
    <a href="/orders/${order.id}"
      ><strong>Order ${orderReference(order)}</strong><span class="what">${goods}</span></a
    >
    <span class="sum">${money(order.amount)}</span><span class="label ${tone}">${label}</span>
  </li>`;
}

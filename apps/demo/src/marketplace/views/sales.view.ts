import { html, type Html } from '../../html.js';
import type { PageView } from '../../views/layout.js';
import { money } from '../../views/money.js';
import { moveState } from '../money/money-move.js';
import { alarming } from '../money/order-moves.js';
import { marketReference, type MarketOrder } from '../orders/market-order.js';
import { marketOrderStatus } from './market-order-words.js';
import { marketPage } from './market-page.js';

/** All orders of the market, newest first. */
export function salesView(orders: readonly MarketOrder[], now: number): PageView {
  return marketPage({
    title: 'Sales',
    body: html`<h1>Sales</h1>
      ${
        orders.length === 0
          ? html`<p class="hint">Nothing was ordered yet.</p>`
          : html`<ul class="orders">${orders.map((order) => saleRow(order, now))}</ul>`
      }`,
  });
}

function saleRow(order: MarketOrder, now: number): Html {
  const { label, tone } = needsLook(order, now)
    ? ({ label: 'Needs a look', tone: 'bad' } as const)
    : marketOrderStatus(order, now);
  return html`<li class="card">
    <a href="/marketplace/sales/${order.id}"
      ><strong>Order ${marketReference(order)}</strong><span class="what">${order.customer.name}</span></a
    >
    <span class="sum">${money(order.amount)}</span><span class="label ${tone}">${label}</span>
  </li>`;
}

/** Whether something of an order waits for a person. */
function needsLook(order: MarketOrder, now: number): boolean {
  return (
    order.payment?.matches === false ||
    alarming(order, now).length > 0 ||
    order.moves.some((move) => {
      const { kind } = moveState(move, now);
      return kind === 'unknown' || (kind === 'refused' && move.kind !== 'refund');
    })
  );
}

import { html } from '../../html.js';
import type { PageView } from '../../views/layout.js';
import { orderLines } from '../../views/order-lines.js';
import { statusSign } from '../../views/status-sign.js';
import { sellerName } from '../market-goods.js';
import { marketReference, type MarketOrder } from '../orders/market-order.js';
import { customerState, isPayable, marketOrderStatus } from './market-order-words.js';
import { postButton } from './market-page.js';

/** One order as its customer sees it. While it can be paid, the page keeps itself up to date. */
export function marketOrderView(order: MarketOrder, now: number): PageView {
  const { label, text, tone } = marketOrderStatus(order, now);
  const payable = isPayable(order, now);
  const lines = order.lines.map(({ name, sellerKey, quantity, unitPrice }) => ({
    name: `${name}, ${sellerName(sellerKey)}`,
    quantity,
    unitPrice,
  }));
  return {
    title: `${label} · Order ${marketReference(order)}`,
    head: payable
      ? html`<noscript><meta http-equiv="refresh" content="4" /></noscript>
          <script src="/assets/order-page.js" defer></script>`
      : undefined,
    body: html`<div class="columns">
      <section class="card status ${tone}" data-version="${customerState(order, now)}">
        ${statusSign(tone)}
        <h1>${label}</h1>
        <p>${text}</p>
        ${payable ? html`<div class="actions">${postButton(`/marketplace/orders/${order.id}/pay`, 'To the payment page')}</div>` : null}
        <p class="hint">Order ${marketReference(order)}, placed by ${order.customer.name}</p>
      </section>
      <section class="card">
        <h2>Your order</h2>
        ${orderLines(lines, order.amount)}
        <p><a href="/marketplace">Back to the market</a></p>
      </section>
    </div>`,
  };
}

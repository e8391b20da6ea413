import { cartQuery, readCart } from '../catalogue/cart.js';
import { orderReference, type Order } from '../orders/order.js';
import { isPayable, orderState, OrderState, orderVersion } from '../orders/order-state.js';
import { html, type Html } from '../html.js';
import type { PageView } from './layout.js';
import { orderLines } from './order-lines.js';
import { orderStatus } from './order-status.js';
import { statusSign } from './status-sign.js';

/** One order: where it stands, what is in it. While it can be paid, the page keeps itself up to date. */
export function orderView(order: Order): PageView {
  const { label, text, tone } = orderStatus(order);
  const payable = isPayable(order);
  return {
    title: `${label} · Order ${orderReference(order)}`,
    head: payable
      ? html`<noscript><meta http-equiv="refresh" content="4" /></noscript>
          <script src="/assets/order-page.js" defer></script>`
      : undefined,
    body: html`<div class="columns">
      <section class="card status ${tone}" id="order" data-version="${orderVersion(order)}">
        ${statusSign(tone)}
        <h1>${label}</h1>
        <p>${text}</p>
        ${payable ? payForm(order) : orderAgain(order)}
        <p class="hint">Order ${orderReference(order)}, placed by ${order.customer.name}</p>
      </section>
      <section class="card">
        <h2>Your order</h2>
        ${orderLines(order.lines, order.amount)}
      </section>
    </div>`,
  };
}

function payForm(order: Order): Html {
  const words = orderState(order) === OrderState.AttemptFailed ? 'Pay again' : 'To the payment page';
  return html`<form class="actions" action="/orders/${order.id}/pay" method="post">
    <button type="submit">${words}</button>
  </form>`;
}

function orderAgain(order: Order): Html | null {
  const state = orderState(order);
  if (state !== OrderState.Cancelled && state !== OrderState.Expired) return null;
  const cart = readCart(
    Object.fromEntries(order.lines.map(({ goodsId, quantity }) => [goodsId, String(quantity)])),
  );
  return html`<p class="actions"><a class="button" href="/?${cartQuery(cart)}">Order again</a></p>`;
}

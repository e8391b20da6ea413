import type { MethodFailure } from 'nestjs-pay';
import { orderReference, type Order } from '../orders/order.js';
import { html } from '../html.js';
import type { PageView } from './layout.js';
import { orderLines } from './order-lines.js';

/** The payment page could not be opened: what happened, what did not, and what to do. */
export function checkoutFailureView(order: Order, { error, meta }: MethodFailure): PageView {
  return {
    title: 'The payment page did not open',
    body: html`<div class="columns">
      <section class="card status bad">
        <h1>The payment page did not open</h1>
        <p>${EXPLANATIONS[error.outcome]}</p>
        <p><strong>Nothing was charged.</strong> Your order is kept.</p>
        <form class="actions" action="/orders/${order.id}/pay" method="post">
          <button type="submit">Try again</button>
        </form>
        <p class="hint">
          Order
          ${orderReference(order)}${meta.correlationId === null ? null : html`, correlation id ${meta.correlationId}`}
        </p>
      </section>
      <section class="card">
        <h2>Your order</h2>
        ${orderLines(order.lines, order.amount)}
      </section>
    </div>`,
  };
}

const EXPLANATIONS = {
  'not-sent': 'The request did not reach the payment service, so it does not know of your order yet.',
  rejected:
    'The payment service did not take the order. If it happens again, please tell us the numbers below.',
  unknown:
    'The payment service gave no clear answer. It may have noted your order, so we do not repeat the request by ourselves. If you try again, a new payment page is opened; the other one was shown to nobody and closes unused.',
} as const;

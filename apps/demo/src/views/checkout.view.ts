import { cartQuery, cartTotal, type CartLine } from '../catalogue/cart.js';
import type { CheckoutProblems, EnteredCustomer } from '../orders/checkout-form.js';
import { html, type Html } from '../html.js';
import type { PageView } from './layout.js';
import { money } from './money.js';
import { orderLines } from './order-lines.js';

/** What the checkout page shows. */
export interface CheckoutView {
  readonly cart: readonly CartLine[];
  /** One-time key of the form. */
  readonly key: string;
  readonly entered?: EnteredCustomer;
  readonly problems?: CheckoutProblems;
}

/** The form that turns a cart into an order. */
export function checkoutView({ cart, key, entered, problems = {} }: CheckoutView): PageView {
  const total = cartTotal(cart);
  const lines = cart.map(({ goods, quantity }) => ({ name: goods.name, quantity, unitPrice: goods.price }));
  return {
    title: 'Checkout',
    body: html`<h1>Checkout</h1>
      <div class="columns">
        <form class="card" action="/orders" method="post">
          <h2>Your details</h2>
          ${problems.form === undefined ? null : html`<p class="problem" role="alert">${problems.form}</p>`}
          ${field({ name: 'name', label: 'Name', type: 'text', autocomplete: 'name', value: entered?.name, problem: problems.name })}
          ${field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email', value: entered?.email, problem: problems.email })}
          ${cart.map(({ goods, quantity }) => html`<input type="hidden" name="${goods.id}" value="${quantity}" />`)}
          <input type="hidden" name="key" value="${key}" />
          <p class="actions"><button type="submit">Pay ${money(total)}</button></p>
          <p class="hint">You pay on the payment page. The shop never sees your card.</p>
        </form>
        <section class="card" aria-labelledby="cart">
          <h2 id="cart">Your cart</h2>
          ${orderLines(lines, total)}
          <p><a href="/?${cartQuery(cart)}">Change the cart</a></p>
        </section>
      </div>`,
  };
}

interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly autocomplete: string;
  readonly value: string | undefined;
  readonly problem: string | undefined;
}

function field({ name, label, type, autocomplete, value, problem }: Field): Html {
  const complaint =
    problem === undefined ? null : html`<span class="complaint" id="${name}-problem">${problem}</span>`;
  const marks = problem === undefined ? null : html`aria-invalid="true" aria-describedby="${name}-problem"`;
  return html`<p class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      autocomplete="${autocomplete}"
      required
      value="${value}"
      ${marks}
    />${complaint}
  </p>`;
}

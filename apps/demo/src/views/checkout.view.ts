import { cartQuery, orderLineOf, type CartLine } from '../catalogue/cart.js';
import { html, type Html } from '../html.js';
import type { CustomerProblems, EnteredCustomer } from '../form-fields.js';
import { orderReference, totalOf, type Order } from '../orders/order.js';
import type { PageView } from './layout.js';
import { money } from './money.js';
import { orderedGoods, orderLines } from './order.view.js';
import { hiddenFields, postButton, problemNote, textField } from './parts.js';

/** Content of a form that orders a cart. */
export interface OrderForm {
  readonly cart: readonly CartLine[];
  /** One-time key of the form. */
  readonly key: string;
  readonly entered: EnteredCustomer;
  readonly problems?: CustomerProblems;
}

/** Shows the form that orders a cart. */
export function checkoutView({ cart, key, entered, problems = {} }: OrderForm): PageView {
  const lines = cart.map(orderLineOf);
  const total = totalOf(lines);
  const quantities = Object.fromEntries(cart.map(({ goods, quantity }) => [goods.id, quantity]));
  return {
    title: 'Checkout',
    body: html`<h1>Checkout</h1>
      <div class="columns">
        <form class="card" action="/orders" method="post">
          <h2>Your details</h2>
          ${problemNote(problems.form)} ${customerFields(entered, problems)}
          ${hiddenFields({ ...quantities, key })}
          <p class="actions">
            <button type="submit">Pay ${money(total)}</button>
            <button type="submit" class="quiet" name="pay" value="later">Reserve it, pay when it is sent</button>
          </p>
          <p class="hint">You pay on the payment page. The shop never sees your card.</p>
        </form>
        <section class="card" aria-labelledby="cart">
          <h2 id="cart">Your cart</h2>
          ${orderLines(lines, total)}
          <a class="change" href="/?${cartQuery(cart)}">Change the cart</a>
        </section>
      </div>`,
  };
}

/** Shows the fields of a customer's name and email address. */
export function customerFields(entered: EnteredCustomer, problems: CustomerProblems): Html {
  return html`${textField({ name: 'name', label: 'Name', autocomplete: 'name', value: entered.name, problem: problems.name })}
  ${textField({ name: 'email', label: 'Email', type: 'email', autocomplete: 'email', value: entered.email, problem: problems.email })}`;
}

const EXPLANATIONS = {
  'not-sent': 'The request did not reach the payment service, so it does not know your order yet.',
  rejected:
    'The payment service did not accept the order. If this happens again, please tell us the order number below.',
  unknown:
    'The payment service gave no clear response, so we do not know whether it has your order. You can safely try again: no other payment page was shown.',
} as const;

/** Shows that the payment page could not be opened, and what the customer can do. */
export function checkoutFailureView(order: Order, outcome: keyof typeof EXPLANATIONS): PageView {
  return {
    title: 'The payment page did not open',
    body: html`<div class="columns">
      <section class="card status bad">
        <h1>The payment page did not open</h1>
        <p>${EXPLANATIONS[outcome]}</p>
        <p><strong>Nothing was charged.</strong> Your order is stored.</p>
        <div class="actions">${postButton(`/orders/${order.id}/pay`, 'Try again', { quiet: false })}</div>
        <p class="hint">Order ${orderReference(order)}</p>
      </section>
      ${orderedGoods(order)}
    </div>`,
  };
}

import { MAX_QUANTITY, type CartLine } from '../catalogue/cart.js';
import { CATALOGUE, type Goods } from '../catalogue/goods.js';
import { html, type Html } from '../html.js';
import type { PageView } from './layout.js';
import { money } from './money.js';

/** The shelf: one form, a quantity for each kind of goods. */
export function catalogueView({
  cart,
  problem,
}: {
  readonly cart: readonly CartLine[];
  readonly problem?: string;
}): PageView {
  const quantityOf = ({ id }: Goods): number => cart.find(({ goods }) => goods.id === id)?.quantity ?? 0;
  return {
    title: 'Shop',
    body: html`<h1>Good things for the desk</h1>
      <p class="lead">Choose how many you would like, then pay on the hosted payment page.</p>
      ${problem === undefined ? null : html`<p class="problem" role="alert">${problem}</p>`}
      <form action="/checkout" method="get">
        <ul class="shelf">
          ${CATALOGUE.map((goods) => card(goods, quantityOf(goods)))}
        </ul>
        <p class="actions sticky"><button type="submit">Go to checkout</button></p>
      </form>`,
  };
}

function card(goods: Goods, quantity: number): Html {
  const field = `quantity-${goods.id}`;
  return html`<li class="card goods">
    ${goods.drawing}
    <h2>${goods.name}</h2>
    <p>${goods.description}</p>
    <p class="buy">
      <strong>${money(goods.price)}</strong>
      <label for="${field}" class="unseen">How many: ${goods.name}</label>
      <input
        id="${field}"
        name="${goods.id}"
        type="number"
        inputmode="numeric"
        min="0"
        max="${MAX_QUANTITY}"
        value="${quantity}"
      />
    </p>
  </li>`;
}

import { MAX_QUANTITY } from '../../catalogue/cart.js';
import { html, type Html } from '../../html.js';
import { formField } from '../../till/views/form-field.js';
import type { PageView } from '../../views/layout.js';
import { money } from '../../views/money.js';
import { MARKET_GOODS, MARKET_SELLERS, type MarketGoods, type MarketSeller } from '../market-goods.js';
import type { EnteredOrder, MarketProblems } from '../orders/market-form.js';
import { maySell, type Seller } from '../sellers/seller.js';

/** What the market shows. */
export interface MarketView {
  readonly sellers: readonly Seller[];
  /** One-time key of the form. */
  readonly key: string;
  readonly entered: EnteredOrder;
  readonly problems: MarketProblems;
}

/** The goods of all sellers in one form: one order, one payment. */
export function marketView({ sellers, key, entered, problems }: MarketView): PageView {
  const isOpen = (seller: MarketSeller): boolean =>
    sellers.some((one) => one.key === seller.key && maySell(one));
  return {
    title: 'Market',
    body: html`<h1>Market</h1>
      <p class="lead">Several sellers, one basket, one payment.</p>
      ${problems.form === undefined ? null : html`<p class="problem" role="alert">${problems.form}</p>`}
      <form action="/marketplace/orders" method="post">
        ${MARKET_SELLERS.map((seller) => stall(seller, isOpen(seller), entered))}
        ${MARKET_SELLERS.some(isOpen) ? details(key, entered, problems) : NOTHING_ON_SALE}
      </form>
      <p class="hint">For the market’s operator: <a href="/marketplace/sellers">sellers</a>, <a href="/marketplace/sales">sales</a>.</p>`,
  };
}

const NOTHING_ON_SALE = html`<p class="hint">
  Nothing is on sale yet: the market’s operator <a href="/marketplace/sellers">invites the sellers</a> first.
</p>`;

function details(key: string, entered: EnteredOrder, problems: MarketProblems): Html {
  return html`<section class="card narrow">
    <h2>Your details</h2>
    ${formField('name', 'Name', problems.name, (marks) => html`<input id="name" name="name" autocomplete="name" required value="${entered.name}" ${marks} />`)}
    ${formField('email', 'E-mail', problems.email, (marks) => html`<input id="email" name="email" type="email" autocomplete="email" required value="${entered.email}" ${marks} />`)}
    <input type="hidden" name="key" value="${key}" />
    <p class="actions"><button type="submit">Buy</button></p>
    <p class="hint">You pay the market once, on the payment page; it passes the sellers’ shares on.</p>
  </section>`;
}

function stall({ key, name }: MarketSeller, isOpen: boolean, entered: EnteredOrder): Html {
  const goods = MARKET_GOODS.filter(({ sellerKey }) => sellerKey === key);
  return html`<section class="stall" aria-labelledby="stall-${key}">
    <h2 id="stall-${key}">${name}</h2>
    ${isOpen ? null : html`<p class="hint">Opens soon: this seller’s account is not verified yet.</p>`}
    <ul class="shelf">
      ${goods.map((one) => card(one, isOpen, entered.quantities[one.id] ?? 0))}
    </ul>
  </section>`;
}

function card({ id, name, price, drawing }: MarketGoods, isOpen: boolean, quantity: number): Html {
  const field = `quantity-${id}`;
  return html`<li class="card goods">
    ${drawing}
    <h3>${name}</h3>
    <p class="buy">
      <strong>${money(price)}</strong>
      ${
        isOpen
          ? html`<label for="${field}" class="unseen">How many: ${name}</label>
              <input id="${field}" name="${id}" type="number" inputmode="numeric" min="0" max="${MAX_QUANTITY}" value="${quantity}" />`
          : null
      }
    </p>
  </li>`;
}

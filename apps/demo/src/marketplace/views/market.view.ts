import { quantityIn, type CartLine } from '../../catalogue/cart.js';
import { html, type Html } from '../../html.js';
import { goodsCard, orderBar } from '../../views/catalogue.view.js';
import type { PageView } from '../../views/layout.js';
import { hiddenFields, problemNote } from '../../views/parts.js';
import { MARKET_GOODS, MARKET_SELLERS, type MarketSeller } from '../market-goods.js';
import type { CustomerProblems, EnteredCustomer } from '../../form-fields.js';
import { customerFields, type OrderForm } from '../../views/checkout.view.js';
import { maySell, type Seller } from '../sellers/seller.js';

/** Shows the goods of all sellers in one form: one order, one payment. */
export function marketView(
  sellers: readonly Seller[],
  { key, cart, entered, problems = {} }: OrderForm,
): PageView {
  const isOpen = (seller: MarketSeller): boolean =>
    sellers.some((one) => one.key === seller.key && maySell(one));
  return {
    title: 'Market',
    body: html`<h1>Market</h1>
      <p class="lead">Several sellers, one basket, one payment.</p>
      ${problemNote(problems.form)}
      <form class="columns market" action="/marketplace/orders" method="post">
        <div>${MARKET_SELLERS.map((seller) => stall(seller, isOpen(seller), cart))}</div>
        <div>${MARKET_SELLERS.some(isOpen) ? html`${details(key, entered, problems)}${orderBar('Buy')}` : NOTHING_ON_SALE}</div>
      </form>
      <nav class="foot" aria-label="For the market’s operator"><span>For operators:</span><a href="/marketplace/sellers">Sellers</a><a href="/marketplace/sales">Sales</a></nav>`,
  };
}

const NOTHING_ON_SALE = html`<p class="hint">
  Nothing is on sale yet: the market’s operator <a href="/marketplace/sellers">invites the sellers</a> first.
</p>`;

function details(key: string, entered: EnteredCustomer, problems: CustomerProblems): Html {
  return html`<section class="card">
    <h2>Your details</h2>
    ${customerFields(entered, problems)}
    ${hiddenFields({ key })}
    <p class="hint">You pay the market once, on the payment page. It passes the sellers’ shares on.</p>
  </section>`;
}

function stall({ key, name }: MarketSeller, isOpen: boolean, cart: readonly CartLine[]): Html {
  const goods = MARKET_GOODS.filter(({ sellerKey }) => sellerKey === key);
  return html`<section class="stall" aria-labelledby="stall-${key}">
    <h2 id="stall-${key}">${name}</h2>
    ${isOpen ? null : html`<p class="hint">Opens soon: this seller’s account is not verified yet.</p>`}
    <ul class="shelf">
      ${goods.map((one) =>
        goodsCard(one, html`<h3>${one.name}</h3>`, isOpen ? quantityIn(cart, one.id) : undefined),
      )}
    </ul>
  </section>`;
}

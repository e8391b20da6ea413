import { MAX_QUANTITY, quantityIn, type CartLine } from '../catalogue/cart.js';
import { CATALOGUE, SHOP_CURRENCY, type Goods } from '../catalogue/goods.js';
import { html, type Html } from '../html.js';
import type { PageView } from './layout.js';
import { money } from './money.js';
import { problemNote } from './parts.js';

/** Shows all goods in one form, with a quantity for each. */
export function catalogueView(cart: readonly CartLine[], problem?: string): PageView {
  return {
    title: 'Shop',
    body: html`<h1>Good things for the desk</h1>
      <p class="lead">Choose how many you would like, then pay on the payment page.</p>
      ${problemNote(problem)}
      <form action="/checkout" method="get">
        <ul class="shelf">
          ${CATALOGUE.map((goods) =>
            goodsCard(
              goods,
              html`<h2>${goods.name}</h2>
                <p>${goods.description}</p>`,
              quantityIn(cart, goods.id),
            ),
          )}
        </ul>
        ${orderBar('Go to checkout')}
      </form>`,
  };
}

/** Shows the running total beside the button of a form with goods. */
export const orderBar = (button: string): Html =>
  html`<div class="sticky">
    <output data-currency="${SHOP_CURRENCY.name}" data-scripted hidden></output>
    <button type="submit">${button}</button>
  </div>`;

/** Shows goods with their price. @param quantity - Undefined if they cannot be bought now. */
export function goodsCard(
  { id, name, price, drawing }: Goods,
  description: Html,
  quantity: number | undefined,
): Html {
  const field = `quantity-${id}`;
  return html`<li class="card goods">
    ${drawing} ${description}
    <p class="buy">
      <strong>${money(price)}</strong>
      ${
        quantity === undefined
          ? null
          : html`<label for="${field}" class="unseen">How many: ${name}</label>
              <span class="stepper"
                >${stepButton(-1, `One fewer: ${name}`)}<input
                  id="${field}"
                  name="${id}"
                  type="number"
                  inputmode="numeric"
                  min="0"
                  max="${MAX_QUANTITY}"
                  value="${quantity}"
                  data-price="${price}"
                />${stepButton(1, `One more: ${name}`)}</span
              >`
      }
    </p>
  </li>`;
}

const stepButton = (step: 1 | -1, label: string): Html =>
  html`<button type="button" class="quiet" data-step="${step}" aria-label="${label}" data-scripted hidden>${step === 1 ? '+' : '−'}</button>`;

import { html, type Html } from '../../html.js';
import { money } from '../../views/money.js';
import { ledgerOf } from '../money/ledger.js';
import { isOpen } from '../money/money-move.js';
import type { MarketOrder } from '../orders/market-order.js';
import { moveName } from './move.view.js';

/** Every cent of an order: who has what of it, and how it came there. */
export function ledgerCards(order: MarketOrder): Html {
  const { bookings, balances, total } = ledgerOf(order);
  if (bookings.length === 0)
    return html`<section class="card">
      <h2>Ledger</h2>
      <p>No money has moved for certain.</p>
    </section>`;
  return html`<div class="columns">
    <section class="card">
      <h2 id="ledger">Ledger</h2>
      <table class="records ledger" aria-labelledby="ledger">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          ${bookings.map(
            ({ text, from, to, amount }) =>
              html`<tr>
                <td><strong>${text}</strong></td>
                <td>${from.name}</td>
                <td>${arrow(to.name)}</td>
                <td class="sum">${money(amount)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </section>
    <section class="card">
      <h2 id="balances">Who has what of it</h2>
      <table class="lines" aria-labelledby="balances">
        <tbody>
          ${balances.map(
            ({ id, name, amount }) =>
              html`<tr data-party="${id}">
                <td>${name}</td>
                <td>${money(amount)}</td>
              </tr>`,
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Sum</th>
            <td>${money(total)}</td>
          </tr>
        </tfoot>
      </table>
      ${openNote(order)}
      <p class="hint">
        Only what has happened for certain. Sellers’ shares move when the payment settles. The commission is as the service
        reported it (event 1799), which nothing confirms.${order.commission === null ? ' It was not reported yet.' : ''}
      </p>
    </section>
  </div>`;
}

/** On a phone the columns stand one under the other: the arrow says which way. */
const arrow = (name: string): Html => html`<span aria-hidden="true">→ </span>${name}`;

/** What may have happened as well. */
function openNote(order: MarketOrder): Html | null {
  const open = order.moves.filter(isOpen).map((move) => moveName(order, move));
  return open.length === 0
    ? null
    : html`<p class="hint"><strong>Not counted, for it has not happened for certain:</strong> ${open.join('; ')}.</p>`;
}

import { html, type Html } from '../http/html.js';
import { currencyLetters } from '../domain/currencies.js';
import { amount } from './console-parts.view.js';
import type { ConsoleModel, LedgerBook } from './console.model.js';

/** Renders the balance of each account and the sum, which is always 0. */
export function ledgerView({ books }: ConsoleModel): Html {
  return html`<section id="ledger" aria-labelledby="ledger-title">
<h2 id="ledger-title">Ledger</h2>
${books.length === 0 ? html`<p class="empty">No ledger entries yet.</p>` : html`<div class="books">${books.map(bookView)}</div>`}
</section>`;
}

function bookView({ currencyCode, balances, sum }: LedgerBook): Html {
  return html`<table>
<caption>${currencyLetters(currencyCode)}</caption>
<tbody>${balances.map(
    ({ account, balance }) => html`
<tr><th scope="row">${account}</th><td class="num">${amount(balance, currencyCode)}</td></tr>`,
  )}
</tbody>
<tfoot><tr><th scope="row">Sum</th><td class="num">${amount(sum, currencyCode)}</td></tr></tfoot>
</table>`;
}

import { html, type Html } from '../http/html.js';
import { currencyLetters } from '../domain/currencies.js';
import { amount, type Section } from './console-parts.view.js';
import type { ConsoleModel } from './console.model.js';
import type { MerchantChoice } from './books.model.js';

/** Name and meaning of each ledger account. */
const ACCOUNTS: Readonly<Record<string, readonly [name: string, meaning: string]>> = {
  cardholders: ['Customers’ cards', 'Money that customers paid by card. Payments make it negative.'],
  counter: ['Cash counter', 'Cash that customers paid at a reseller’s counter.'],
  pending: ['Pending card payments', 'Card payments that are not cleared yet.'],
  pendingCash: ['Pending cash', 'Cash payments that are not cleared yet.'],
  wallet: ['Wallet', 'Money that the merchant can use.'],
  reserved: ['Reserved', 'Money that is held for open disputes and pending transfers.'],
  secondWallet: ['Second wallet', 'Money in the merchant’s second wallet.'],
  secondReserved: [
    'Second wallet, reserved',
    'Money of the second wallet that is held for pending transfers.',
  ],
  otherMerchant: ['Other merchant’s wallet', 'Money of another merchant, for transfers between accounts.'],
  otherReserved: [
    'Other merchant, reserved',
    'Money of the other merchant that is held for pending transfers.',
  ],
  isvPending: ['ISV fees, pending', 'Fees of the ISV for payments that are not cleared yet.'],
  isvWallet: ['ISV wallet', 'Fees that the ISV can use.'],
  commission: ['Commission', 'Fees that the service keeps.'],
  bank: ['Bank accounts', 'Money that was paid out to bank accounts or came from them.'],
  equity: ['Opening balance', 'Counterpart of the balances at the start.'],
};

/** Renders the balance of each account and the sum, which is always 0. */
export function ledgerSection({ merchants, read }: ConsoleModel): Section {
  const { balances, totals } = read('getLedger');
  const currencies = Object.entries(totals);
  const live = html`<section id="ledger" aria-labelledby="ledger-title">
<h1 id="ledger-title">Ledger</h1>
<p class="dim">Where the money is. The accounts of a currency add up to zero.</p>
${currencies.length === 0 ? html`<p class="empty">No ledger entries yet.</p>` : html`<div class="books">${currencies.map(([code, sum]) => bookView(code, balances[code] ?? {}, sum, merchants))}</div>`}
</section>`;
  return { live };
}

/** The names of a connected merchant's accounts end with its ID. */
function accountName(account: string, merchants: readonly MerchantChoice[]): Html {
  const [kind = '', owner] = account.split(':');
  const [name, meaning] = ACCOUNTS[kind] ?? [kind, ''];
  return html`${name}${owner !== undefined && ` · ${merchants.find(({ merchantId }) => merchantId === owner)?.name ?? owner}`}<span class="meaning">${meaning}</span>`;
}

function bookView(
  currencyCode: string,
  balances: Readonly<Record<string, bigint>>,
  sum: bigint,
  merchants: readonly MerchantChoice[],
): Html {
  const row = ([account, balance]: readonly [string, bigint]): Html => html`
<tr><th scope="row">${accountName(account, merchants)}</th><td class="num">${amount(balance, currencyCode)}</td></tr>`;
  const accounts = Object.entries(balances);
  const empty = accounts.filter(([, balance]) => balance === 0n);
  return html`<div><table>
<caption>${currencyLetters(currencyCode)}</caption>
<tbody>${accounts.filter((one) => !empty.includes(one)).map(row)}
</tbody>
<tfoot><tr><th scope="row">Sum</th><td class="num">${amount(sum, currencyCode)}</td></tr></tfoot>
</table>
${empty.length > 0 && html`<details class="rest" data-key="empty-${currencyCode}"><summary>${empty.length} more accounts with a balance of 0</summary><table aria-label="Accounts with a balance of 0"><tbody>${empty.map(row)}</tbody></table></details>`}</div>`;
}

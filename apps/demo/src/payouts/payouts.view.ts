import { toMajorUnits } from 'nestjs-pay';
import type { PayoutSummary, PayoutTotals } from 'nestjs-pay/payouts';
import { backOfficePage } from '../back-office/views/back-office.view.js';
import { SHOP_CURRENCY } from '../catalogue/goods.js';
import { html, type Html } from '../html.js';
import type { PageView } from '../views/layout.js';
import { factList, problemNote, statusLabel, textField } from '../views/parts.js';

/** Days in the time zone of the service, YYYY-MM-DD. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** Content of the page. The summary is null without credentials. */
export type PayoutsPage = { readonly period: Period } & (
  | { readonly summary: PayoutSummary | null }
  | { readonly problem: string }
);

/** Names of the kinds of lines. */
const NAMES: Readonly<Record<string, string>> = {
  sale: 'Sales',
  refund: 'Refunds',
  commission: 'Commission',
  fee: 'Fees',
  chargeback: 'Chargebacks',
  payout: 'Paid out',
  transfer: 'Transfers',
  deposit: 'Deposits',
  purchase: 'Card purchases',
  other: 'Other',
};

/** Shows the totals of a period, its payouts, and the download of its lines. */
export function payoutsView(page: PayoutsPage): PageView {
  return backOfficePage({
    title: 'Payouts',
    body: html`<h1>Payouts</h1>
      <div class="stack">
        <section class="card">
          <form action="/back-office/payouts">
            ${problemNote('problem' in page ? page.problem : undefined)}
            ${dayField('from', 'From', page.period.from)} ${dayField('to', 'To', page.period.to)}
            <button type="submit">Show</button>
          </form>
        </section>
        ${'problem' in page ? null : page.summary === null ? MISSING : found(page.summary)}
      </div>`,
  });
}

const dayField = (name: string, label: string, value: string): Html =>
  textField({ name, label, value, type: 'date' });

const MISSING = html`<p>
  This page needs credentials of the service’s data services. Set <code>PAY_DATA_SERVICES_CLIENT_ID</code> and
  <code>PAY_DATA_SERVICES_CLIENT_SECRET</code>.
</p>`;

function found({ from, to, isExplained, currencies, payouts, unreadSales }: PayoutSummary): Html {
  const label = isExplained
    ? statusLabel({ label: 'Every cent is explained', tone: 'good' })
    : statusLabel({ label: 'Some lines are unexplained', tone: 'bad' });
  return html`<section class="card">
      <p>${label}</p>
      ${unreadSales.length === 0 ? null : html`<p>${unreadSales.length} sales have a currency without movements.</p>`}
      <p class="actions">
        <a class="button" href="/back-office/payouts/lines.csv?from=${from}&to=${to}">Download all lines (CSV for a spreadsheet)</a>
      </p>
    </section>
    ${currencies.map(totals)} ${payouts.map(payout)}`;
}

function totals(all: PayoutTotals): Html {
  const { currencyCode, kinds, statement, remainder, unexplained, notCleared, noStatement, lines } = all;
  return html`<section class="card">
    <h2>Bank statements${currencyCode === SHOP_CURRENCY.code ? ` in ${SHOP_CURRENCY.name}` : ` in currency ${currencyCode}`} (MT940)</h2>
    ${factList([
      ...sums(kinds, currencyCode),
      ['Change of balance', amount(statement, currencyCode)],
      ['Remainder', amount(remainder, currencyCode)],
      ['Unexplained', `${amount(unexplained, currencyCode)} in ${lines.unexplained} lines`],
      ['Not cleared yet', `${amount(notCleared.amount, currencyCode)} in ${notCleared.lines} lines`],
      ['No statement yet', `${amount(noStatement.amount, currencyCode)} in ${noStatement.lines} lines`],
    ])}
  </section>`;
}

function payout({
  day,
  currencyCode,
  amount: paid,
  counterPart,
  before,
  sums: parts,
  left,
}: PayoutSummary['payouts'][number]): Html {
  return html`<section class="card">
    <h2>${amount(paid, currencyCode)} on ${day}</h2>
    ${factList([
      ['To', counterPart],
      ['Balance before', before === null ? null : amount(before, currencyCode)],
      ...sums(parts, currencyCode),
      ['Left in the wallet', left === null ? null : amount(left, currencyCode)],
    ])}
  </section>`;
}

const sums = (kinds: PayoutTotals['kinds'], currencyCode: string) =>
  Object.entries(kinds).map(([kind, sum]) => [NAMES[kind] ?? kind, amount(sum, currencyCode)] as const);

/** Formats an amount in any currency: 1850 of 978 is `18.50`. */
const amount = (minor: number, currencyCode: string): string => toMajorUnits(minor, currencyCode);

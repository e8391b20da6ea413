import { addDays } from '../../payouts/payout-rows.js';
import type { PayoutLine } from '../../payouts/payouts.types.js';
import { money } from '../format.js';
import { html, t } from '../html.js';
import type { Html, PageText } from '../html.js';
import type { PayoutDay, PayoutMonth } from '../payouts.js';
import { card, facts, label, link, table } from './ui.js';
import type { Page, Ui } from './ui.js';

const KINDS: Readonly<Record<string, PageText>> = {
  sale: t('Sales'),
  refund: t('Refunds'),
  commission: t('Commission'),
  fee: t('Fees'),
  chargeback: t('Chargebacks'),
  payout: t('Paid out'),
  transfer: t('Transfers'),
  deposit: t('Deposits'),
  purchase: t('Card purchases'),
  other: t('Other'),
};
const HEIGHT = 120;

/** Shows a month as a calendar with a bar for each day, its payouts, and the lines of a day. */
export function payoutsPage(ui: Ui, found: PayoutMonth, day: string | null): Page {
  const { month, days, summary, next, lines } = found;
  const before = addDays(`${month}-01`, -1).slice(0, 7);
  const after = addDays(`${month}-01`, 31).slice(0, 7);
  const shown = day === null ? [] : lines.filter((line) => line.day === day);
  const file = (format: string): string =>
    `${link(ui, 'payouts', 'lines.csv')}?month=${month}&format=${format}`;
  return {
    title: t('Payouts {month}', { month }),
    body: html`<h1>${t('Payouts {month}', { month })}</h1>
<nav class="pager" aria-label="${t('Months')}"><a href="${link(ui, 'payouts')}?month=${before}">← ${before}</a>${
      after <= found.today.slice(0, 7) && html`<a href="${link(ui, 'payouts')}?month=${after}">${after} →</a>`
    }</nav>
${card(
  null,
  html`<p>${
    summary.isExplained
      ? label([t('Every cent is explained'), 'good'])
      : label([t('Some lines are unexplained'), 'bad'])
  }</p>`,
  [...new Set(days.map(({ currencyCode }) => currencyCode))].map((code) => calendar(ui, found, code, day)),
  html`<p class="row"><a href="${file('spreadsheet')}">${t('CSV for a spreadsheet')}</a> <a href="${file('program')}">${t('CSV for programs')}</a></p>`,
)}
${day !== null && card(t('Lines of {day}', { day }), linesTable(ui, shown))}
<div class="columns"><div>${next.map(
      ({ currencyCode, amount }) =>
        html`<section class="card next"><h2>${t('Next payout')}</h2><p class="big">${money(amount, currencyCode)}</p><p class="hint">${t('What was not paid out until today, and what has not cleared yet.')}</p></section>`,
    )}${summary.payouts
      .toReversed()
      .map((one) =>
        card(
          t('{amount} on {day}', { amount: money(one.amount, one.currencyCode), day: one.day }),
          facts([
            [t('To'), one.counterPart],
            [t('Balance before'), one.before !== null && money(one.before, one.currencyCode)],
            ...Object.entries(one.sums).map(
              ([kind, sum]) => [KINDS[kind] ?? t(kind), money(sum, one.currencyCode)] as const,
            ),
            [t('Left in the wallet'), one.left !== null && money(one.left, one.currencyCode)],
          ]),
        ),
      )}</div><div>${summary.currencies.map(({ currencyCode, kinds, statement, notCleared, unexplained }) =>
      card(
        t('Month in {currency}', { currency: money(0, currencyCode).replace(/[\d.,\s]/g, '') }),
        facts([
          ...Object.entries(kinds).map(
            ([kind, sum]) => [KINDS[kind] ?? t(kind), money(sum, currencyCode)] as const,
          ),
          [t('Change of balance'), money(statement, currencyCode)],
          [t('Not cleared yet'), money(notCleared.amount, currencyCode)],
          [t('Unexplained'), unexplained !== 0 && money(unexplained, currencyCode)],
        ]),
      ),
    )}</div></div>`,
  };
}

/** Draws a bar for each day: sales above the line, fees and refunds below it, to one scale. */
function calendar(
  ui: Ui,
  { month, today, days }: PayoutMonth,
  currencyCode: string,
  chosen: string | null,
): Html {
  const own = new Map(days.filter((one) => one.currencyCode === currencyCode).map((one) => [one.day, one]));
  const most = Math.max(
    1,
    ...[...own.values()].map(({ sales, fees, refunds }) => Math.max(sales, -fees - refunds)),
  );
  const first = `${month}-01`;
  const all = Array.from({ length: 31 }, (_, at) => addDays(first, at)).filter((day) =>
    day.startsWith(month),
  );
  const height = (amount: number): string => ((Math.abs(amount) / most) * HEIGHT).toFixed(1);
  return html`<ol class="calendar">${all.map((day) => {
    const one = own.get(day);
    const classes = `${day === chosen ? 'chosen ' : ''}${day === today ? 'today ' : ''}${(one?.paidOut ?? 0) < 0 ? 'paid' : ''}`;
    const title = one === undefined ? t('{day}: nothing', { day }) : dayWords(one);
    const bars =
      one !== undefined &&
      html`<rect class="sales" x="2" width="16" y="${(HEIGHT - Number(height(one.sales))).toFixed(1)}" height="${height(one.sales)}"/>
<rect class="refunds" x="2" width="16" y="${HEIGHT + 2}" height="${height(one.refunds)}"/>
<rect class="fees" x="2" width="16" y="${(HEIGHT + 2 + Number(height(one.refunds))).toFixed(1)}" height="${height(one.fees)}"/>`;
    return html`<li class="${classes}"><a href="${link(ui, 'payouts')}?month=${month}&day=${day}" title="${title}"><svg viewBox="0 0 20 ${HEIGHT * 1.5}" aria-hidden="true">${bars}</svg><span class="unseen">${title}</span><span aria-hidden="true">${Number(day.slice(8))}</span></a></li>`;
  })}</ol><p class="legend"><span><i class="sales"></i>${t('Sales')}</span><span><i class="refunds"></i>${t('Refunds')}</span><span><i class="fees"></i>${t('Fees')}</span><span><i class="paid"></i>${t('Paid out')}</span></p>`;
}

const dayWords = ({ day, sales, fees, refunds, paidOut, currencyCode }: PayoutDay): PageText =>
  t('{day}: sales {sales}, fees {fees}, refunds {refunds}, paid out {paidOut}', {
    day,
    sales: money(sales, currencyCode),
    fees: money(fees, currencyCode),
    refunds: money(refunds, currencyCode),
    paidOut: money(paidOut, currencyCode),
  });

const STATUSES = {
  matched: [t('Explained'), 'good'],
  open: [t('Open'), 'wait'],
  unexplained: [t('Unexplained'), 'bad'],
} as const;

const linesTable = (ui: Ui, lines: readonly PayoutLine[]): Html =>
  lines.length === 0
    ? html`<p>${t('Nothing moved on this day.')}</p>`
    : table(
        t('Lines'),
        [[t('Kind')], [t('Status')], [t('Reference')], [t('Order')], [t('Amount'), true]],
        lines.map(({ kind, status, reason, merchantTrns, text, orderCode, amount, currencyCode }) => [
          KINDS[kind] ?? kind,
          html`${label(STATUSES[status])} ${reason}`,
          merchantTrns ?? text,
          orderCode !== null &&
            html`<a href="${link(ui, 'orders', orderCode)}"><code>${orderCode}</code></a>`,
          money(amount, currencyCode),
        ]),
      );

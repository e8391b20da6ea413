import { otherCurrencyCode } from '../../core/values/currencies.js';
import { addDays } from '../../payouts/payout-rows.js';
import type { PayoutExplanation, PayoutLine, PayoutLineKind } from '../../payouts/payouts.types.js';
import { WORDS } from '../files.generated.js';
import type { ActionsById } from '../actions.js';
import { money } from '../format.js';
import { html, t } from '../html.js';
import type { Html, PageText } from '../html.js';
import type { PayoutDay, PayoutMonth } from '../payouts.js';
import type { Page, PlaceRequest, Reply } from '../request.js';
import { card, facts, label, link, table } from '../ui.js';
import { dayIn } from './search.js';
import { referenceWords } from './transactions.js';

const HEIGHT = 120;

/** Sends the lines of a month as CSV. */
export function payoutLines({ operator, place, query }: PlaceRequest): Reply {
  const { month = '' } = query;
  const format = query['format'] === 'spreadsheet' ? 'spreadsheet' : 'program';
  const file = operator.payouts.csv(place, month, format);
  return { file, type: 'text/csv; charset=utf-8', name: `payouts-${month}.csv` };
}

/** Shows a month as a calendar with a bar for each day, its payouts, and the lines of a day. */
export async function payouts(request: PlaceRequest): Promise<Page> {
  const { operator, place, query } = request;
  const month = query['month'] ?? (await place.today()).slice(0, 7);
  const found = await operator.payouts.month(place, month);
  const { days, summary, next, today } = found;
  const day = dayIn(query['day']);
  const lines = found.lines.filter((line) => line.day === day);
  const references = lines.map(({ merchantTrns }) => merchantTrns);
  const actions = await operator.actions.byReference(place, references);
  const [before, after] = [-1, 31].map((offset) => addDays(`${month}-01`, offset).slice(0, 7));
  const at = `${link(request, 'payouts')}?month=`;
  const file = (format: string): string =>
    `${link(request, 'payouts', 'lines.csv')}?month=${month}&format=${format}`;
  const currencies = [...new Set(days.map(({ currencyCode }) => currencyCode))];
  const sums = (kinds: PayoutExplanation['sums'], code: string): [string, string | false][] =>
    Object.entries(WORDS.line).map(([kind, words]) => {
      const sum = kinds[kind as PayoutLineKind];
      return [words, sum !== undefined && money(sum, code)];
    });
  return {
    ...{ title: t('Payouts'), data: { month, today, days, summary, next, lines } },
    body: html`<h1>${t('Payouts {month}', { month })}</h1>
<nav class="pager" aria-label="${t('Months')}"><a href="${at}${before}">← ${before}</a>${
      String(after) <= today.slice(0, 7) && html`<a href="${at}${after}">${after} →</a>`
    }</nav>
${card(
  null,
  html`<p>${label(summary.isExplained ? ['Every cent is explained', 'good'] : ['Some lines are unexplained', 'bad'])}</p>`,
  currencies.map((code) => calendar(`${at}${month}&day=`, found, code, day)),
  html`<p class="row"><a href="${file('spreadsheet')}">${t('CSV for a spreadsheet')}</a> <a href="${file('program')}">${t('CSV for programs')}</a></p>`,
)}
${
  day !== null &&
  card(
    t('Lines of {day}', { day }),
    days.filter((one) => one.day === day).map((one) => html`<p class="hint">${dayWords(one)}</p>`),
    linesOf(request, lines, actions),
  )
}
<div class="columns"><div>${next.map(
      ({ currencyCode, amount }) =>
        html`<section class="card next"><h2>${t('Next payout')}</h2><p class="big">${money(amount, currencyCode)}</p><p class="hint">${t('What the last payout left, and everything since. It includes sales that have not cleared yet.')}</p></section>`,
    )}${summary.payouts
      .toReversed()
      .map(({ amount, currencyCode: code, day: on, counterPart, before: had, left, sums: parts }) =>
        card(
          t('{amount} on {on}', { amount: money(amount, code), on }),
          facts(
            [
              ['To', counterPart],
              ['Balance before', had !== null && money(had, code)],
              ...sums(parts, code),
              ['Left in the wallet', left !== null && money(left, code)],
            ],
            'amounts',
          ),
        ),
      )}</div><div>${summary.currencies.map(
      ({ currencyCode: code, kinds, statement, notCleared, unexplained }) =>
        card(
          t('Statements in {currency}', { currency: otherCurrencyCode(code) }),
          facts(
            [
              ...sums(kinds, code),
              ['Change of balance', money(statement, code)],
              ['Not cleared yet', money(notCleared.amount, code)],
              ['Unexplained', unexplained !== 0 && money(unexplained, code)],
            ],
            'amounts',
          ),
        ),
    )}</div></div>`,
  };
}

/** Draws a bar for each day: sales above the line, refunds and fees below it, to one scale. */
function calendar(address: string, found: PayoutMonth, currencyCode: string, chosen: string | null): Html {
  const { month, today } = found;
  const own = new Map(
    found.days.filter((one) => one.currencyCode === currencyCode).map((one) => [one.day, one]),
  );
  const most = Math.max(
    1,
    ...[...own.values()].flatMap(({ sales, fees, refunds }) => [sales, -2 * (fees + refunds)]),
  );
  const all = Array.from({ length: 31 }, (_, at) => addDays(`${month}-01`, at)).filter((day) =>
    day.startsWith(month),
  );
  const high = (amount: number): number => Math.round((Math.abs(amount) / most) * HEIGHT * 10) / 10;
  const items = all.map((day) => {
    const one = own.get(day);
    const title = one === undefined ? t('{day}: nothing', { day }) : dayWords(one);
    const states = [day === chosen && 'chosen', day === today && 'today', one && one.paidOut < 0 && 'paid'];
    const bars =
      one &&
      html`<rect class="sales" x="2" width="16" y="${HEIGHT - high(one.sales)}" height="${high(one.sales)}"/><rect class="refunds" x="2" width="16" y="${HEIGHT + 2}" height="${high(one.refunds)}"/><rect class="fees" x="2" width="16" y="${HEIGHT + 2 + high(one.refunds)}" height="${high(one.fees)}"/>`;
    return html`<li class="${states.filter(Boolean).join(' ')}"><a href="${address}${day}" title="${title}"><svg viewBox="0 0 20 ${HEIGHT * 1.5 + 2}" aria-hidden="true">${bars}</svg><span class="unseen">${title}</span><span aria-hidden="true">${Number(day.slice(8))}</span></a></li>`;
  });
  const legend = { sales: 'Sales', refunds: 'Refunds', fees: 'Fees', paid: 'Paid out' };
  return html`<ol class="calendar">${items}</ol><p class="legend">${Object.entries(legend).map(([name, words]) => html`<span><i class="${name}"></i>${t(words)}</span>`)}</p>`;
}

function dayWords({ day, currencyCode, ...sums }: PayoutDay): PageText {
  const shown = Object.entries(sums).map(([name, sum]) => [name, money(sum, currencyCode)]);
  const texts = Object.fromEntries(shown) as Record<string, string>;
  return t('{day}: sales {sales}, fees {fees}, refunds {refunds}, paid out {paidOut}', { ...texts, day });
}

const linesOf = (request: PlaceRequest, lines: readonly PayoutLine[], actions: ActionsById): Html =>
  lines.length === 0
    ? html`<p>${t('Nothing was booked on this day.')}</p>`
    : table(
        t('Lines'),
        ['Kind', '#Amount', 'Status', 'Order', 'Reference'],
        lines.map(({ kind, status, reason, merchantTrns, text, orderCode, amount, currencyCode }) => [
          t(WORDS.line[kind]),
          money(amount, currencyCode),
          html`${label(WORDS.explained[status])} ${reason && t(WORDS.reason[reason])}`,
          orderCode !== null &&
            html`<a href="${link(request, 'orders', orderCode)}"><code>${orderCode}</code></a>`,
          merchantTrns === null ? text : referenceWords(merchantTrns, actions),
        ]),
      );

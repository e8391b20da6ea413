import { html, type Html } from '../http/html.js';
import { currencyLetters } from '../domain/currencies.js';
import { NOTHING_COMES } from '../domain/coming-kinds.js';
import { orderPath } from './console-address.js';
import {
  actionButton,
  capitalized,
  chip,
  copyButton,
  moment,
  viewPath,
  type Section,
} from './console-parts.view.js';
import type { ConsoleModel } from './console.model.js';
import { timeLeft } from './duration-text.js';
import { activityChart } from './overview-chart.view.js';
import { overview, sumText, type NextWork, type Overview, type Sums } from './overview.model.js';

const TEST_PAYMENT = actionButton('/test-payment', 'Make a test payment');

/** Renders the first page of the console: deliveries by outcome, payments by state, and what happens next. */
export function overviewSection(model: ConsoleModel): Section {
  const content = overview(model);
  const { next } = content;
  const isEmpty = content.payments.total === 0 && content.deliveries.total === 0;
  const live = html`<div class="title"><h1>Overview</h1>${!isEmpty && TEST_PAYMENT}</div>
${isEmpty && startView(content, model)}
<div class="overview">
${!isEmpty && html`${activityChart(content)}${nextView(next, model.now)}${statesView(content)}`}
${isEmpty && next.length > 0 && nextView(next, model.now)}
</div>`;
  return { live };
}

/** Renders what a developer does first: credentials, a webhook and a payment. */
function startView({ curl, webhooks }: Overview, { environment, world }: ConsoleModel): Html {
  const variables = Object.entries(environment)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
  const step = (title: string, text: Html | string, more: Html): Html => html`
<li><div><h3>${title}</h3><p class="dim">${text}</p></div><div class="way">${more}</div></li>`;
  return html`<section class="start" aria-labelledby="start-title">
<h2 id="start-title">No payments yet</h2>
<p>Three steps to a first payment. It then appears on this page, with its webhooks.</p>
<ol>${step(
    'Give your application the credentials',
    html`Set these variables${world.id === null && html`, or start with <code>npx pay-simulator --write-env .env</code>`}. The credentials of a request choose the account.`,
    html`<details data-key="variables"><summary>Variables of this account</summary>${command('Variables', variables)}</details>`,
  )}${step(
    'Register your webhook',
    webhooks === 0
      ? 'The simulator sends each event to the addresses that are registered for it. Without one, payments work too.'
      : html`<b>${webhooks}</b> ${webhooks === 1 ? 'webhook is' : 'webhooks are'} registered.`,
    html`<a class="button" href="${viewPath('webhooks')}">${webhooks === 0 ? 'Register a webhook' : 'Webhooks'}</a>`,
  )}${step(
    'Make a payment',
    html`Create an order with your application, press the button, or use a shell. With a control token, add <code>-H "authorization: Bearer …"</code>.`,
    html`${TEST_PAYMENT}${command('Command for a test payment', curl)}`,
  )}
</ol>
</section>`;
}

const command = (label: string, text: string): Html =>
  html`<div class="command"><pre tabindex="0" aria-label="${label}">${text}</pre>${copyButton('', text, label.toLowerCase())}</div>`;

function nextView(next: readonly NextWork[], now: number): Html {
  const missing = Object.keys(NOTHING_COMES).filter((kind) => !next.some((work) => work.kind === kind));
  return html`<section aria-labelledby="next-title">
<h2 id="next-title">What happens next</h2>
${next.length > 0 && html`<ol class="next">${next.map((work) => nextItem(work, now))}</ol>`}
${missing.length > 0 && html`<p class="dim">Not planned: ${missing.join(', ')}.</p>`}
</section>`;
}

function nextItem({ kind, at, what, orderCode, later }: NextWork, now: number): Html {
  return html`
<li><span class="kind">${chip(capitalized(kind), kind === 'retry' ? 'bad' : 'plain')}</span>
<span class="what">${orderCode === undefined ? what : html`<a href="${orderPath(orderCode)}">${what}</a>`}${later > 0 && html` <span class="dim whole">and ${later} later</span>`}</span>
<span class="left">${timeLeft(at - now)}</span> <span class="dim at">${moment(at)}</span></li>`;
}

/** Renders the orders by the state of their newest payment, with the money that moved. The money is that of the ledger. */
function statesView({ payments: { total }, states, sums }: Overview): Html {
  const most = Math.max(...states.map((row) => row.orders));
  // One currency is in the head of the table, several are beside their amounts.
  const [currency] = sums.length === 1 ? sums : [];
  const unit =
    currency !== undefined && html`<span class="unit">, ${currencyLetters(currency.currencyCode)}</span>`;
  const cell = (look: string, all: readonly Sums[], amountOf: (sums: Sums) => bigint): Html =>
    all.every((one) => amountOf(one) === 0n)
      ? html`<td class="num none ${look}">–</td>`
      : html`<td class="num ${look}">${sumText(all, amountOf, currency === undefined)}</td>`;
  const money = (all: readonly Sums[]): Html =>
    html`${cell('ordered', all, ({ ordered }) => ordered)}${cell('', all, ({ paid }) => paid)}${cell('', all, ({ returned }) => -returned)}`;
  const row = ({
    state: [text, look],
    search,
    orders: count,
    sums: own,
  }: Overview['states'][number]): Html => html`
<tr><th scope="row"><a href="${viewPath('orders', { q: search })}" aria-label="Orders: ${text}">${chip(text, look)}</a></th>
<td class="bar"><svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="${look}" width="${Math.max(1, (count / most) * 100).toFixed(1)}" height="10"/></svg></td>
<td class="num">${count}</td>${money(own)}</tr>`;
  return html`<section class="states" aria-labelledby="states-title">
<h2 id="states-title">Payments by state <small>${total}</small></h2>
${
  states.length === 0
    ? html`<p class="empty">No orders yet.</p>`
    : html`<table><thead><tr><th scope="col">State</th><td class="bar"></td><th scope="col" class="num">Orders</th><th scope="col" class="num ordered">Ordered${unit}</th><th scope="col" class="num">Paid${unit}</th><th scope="col" class="num">Returned${unit}</th></tr></thead><tbody>${states.map(row)}
</tbody><tfoot><tr><th scope="row">Sum</th><td class="bar"></td><td class="num">${total}</td>${money(sums)}</tr></tfoot></table>
<p class="dim">Customers paid ${sumText(sums, ({ paid, returned }) => paid - returned)} net of refunds, voids and lost disputes. <a href="${viewPath('ledger')}">See the ledger</a></p>`
}
</section>`;
}

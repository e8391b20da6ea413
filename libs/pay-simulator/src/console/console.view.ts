import { documentReply } from '../http/document.js';
import { html, type Html } from '../http/html.js';
import type { HttpReply } from '../http/reply.js';
import { TERMINAL_PATH } from '../terminal/terminal-address.js';
import { accountsView } from './accounts.view.js';
import { moment } from './console-parts.view.js';
import { CONSOLE_STYLE } from './console-style.js';
import type { ConsoleModel } from './console.model.js';
import { deliveriesView } from './deliveries.view.js';
import { faultsView } from './faults.view.js';
import { ledgerView } from './ledger.view.js';
import { ordersView } from './orders.view.js';
import { passwordsView } from './passwords.view.js';
import { requestsView } from './requests.view.js';
import { transactionsView } from './transactions.view.js';
import { webhooksView } from './webhooks.view.js';

/** Path of the console. */
export const CONSOLE_PATH = '/console';
/** Refresh interval in seconds. */
export const REFRESH_SECONDS = 5;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const STEPS = [
  ['+1 min', MINUTE_MS],
  ['+1 h', HOUR_MS],
  ['+24 h', 24 * HOUR_MS],
] as const;

/** Renders the console. */
export function consolePage(status: number, model: ConsoleModel): HttpReply {
  const { merchantName, now, notice, refreshSeconds } = model;
  const again = refreshSeconds === null ? '' : `?refresh=${refreshSeconds}`;
  const action = (path: string): string => `${CONSOLE_PATH}${path}${again}`;
  const body = html`<header>
<p class="banner">Simulator – no real money</p>
<div class="bar">
<h1>Pay simulator · ${merchantName}</h1>
<p class="clock">Service time ${moment(now)}</p>
${refreshLink(refreshSeconds)}
<a href="${TERMINAL_PATH}">Card terminals</a>
</div>
</header>
${navigation(model)}
<main>
${notice !== null && html`<p class="notice ${notice.kind}" role="${notice.kind === 'problem' ? 'alert' : 'status'}">${notice.text}</p>`}
${clockView(action)}
${ordersView(model, action)}
${transactionsView(model)}
${passwordsView(model)}
${accountsView(model, action)}
${deliveriesView(model, action)}
${webhooksView(model, action)}
${faultsView(model, action)}
${ledgerView(model)}
${requestsView(model)}
</main>`;
  return documentReply(status, {
    title: `Pay simulator – ${merchantName}`,
    language: 'en-GB',
    css: CONSOLE_STYLE,
    body,
    formTargets: "'self'",
    refreshSeconds: refreshSeconds ?? undefined,
  });
}

function refreshLink(refreshSeconds: number | null): Html {
  return refreshSeconds === null
    ? html`<a href="${CONSOLE_PATH}?refresh=${REFRESH_SECONDS}">Refresh every ${REFRESH_SECONDS} s</a>`
    : html`<a href="${CONSOLE_PATH}">Stop refreshing</a>`;
}

function navigation({
  accounts,
  orders,
  transactions,
  passwords,
  deliveries,
  webhooks,
  faults,
  requests,
}: ConsoleModel): Html {
  const link = (id: string, text: string, count?: number): Html =>
    html`<li><a href="#${id}">${text}${count !== undefined && html` <b>${count}</b>`}</a></li>`;
  return html`<nav aria-label="Sections" tabindex="0"><ul>
${link('clock', 'Clock')}
${link('orders', 'Orders', orders.total)}
${link('transactions', 'Transactions', transactions.total)}
${link('passwords', 'Passwords', passwords.total)}
${link('accounts', 'Accounts', accounts.total)}
${link('deliveries', 'Deliveries', deliveries.total)}
${link('webhooks', 'Webhooks', webhooks.length)}
${link('faults', 'Faults', faults.length)}
${link('ledger', 'Ledger')}
${link('requests', 'Requests', requests.total)}
</ul></nav>`;
}

function clockView(action: (path: string) => string): Html {
  return html`<section id="clock" aria-labelledby="clock-title">
<h2 id="clock-title">Clock</h2>
<div class="tools">
<form method="post" action="${action('/clock')}">${STEPS.map(([text, ms]) => html`<button name="ms" value="${ms}">${text}</button>`)}</form>
<form method="post" action="${action('/clock')}">
<label>Minutes<input type="number" name="minutes" min="1" step="1" value="30" required></label>
<button>Move forward</button>
</form>
</div>
<p class="dim">This clock controls when orders and tokens expire, payments clear and deliveries are retried. It only moves forward.</p>
<details><summary>Reset</summary>
<p class="dim">Clears orders, transactions, webhooks, deliveries and faults. The address and the credentials stay.</p>
<form method="post" action="${action('/reset')}"><button class="danger">Reset the simulator</button></form>
</details>
</section>`;
}

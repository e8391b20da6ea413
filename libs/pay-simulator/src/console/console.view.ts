import { html, type Html } from '../http/html.js';
import type { HttpReply } from '../http/reply.js';
import { TERMINAL_PATH } from '../terminal/terminal-address.js';
import { CONSOLE_PATH } from './console-address.js';
import { accountsView } from './accounts.view.js';
import { moment } from './console-parts.view.js';
import { consoleReply } from './console-frame.view.js';
import type { ConsoleModel } from './console.model.js';
import { deliveriesView } from './deliveries.view.js';
import { faultSwitchesView } from './fault-switches.view.js';
import { faultsView } from './faults.view.js';
import { ledgerView } from './ledger.view.js';
import { ordersView, searchView } from './orders.view.js';
import { passwordsView } from './passwords.view.js';
import { requestsView } from './requests.view.js';
import { webhooksView } from './webhooks.view.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const STEPS = [
  ['+1 min', MINUTE_MS],
  ['+1 h', HOUR_MS],
  ['+24 h', 24 * HOUR_MS],
] as const;

/** Renders the console: one section at a time, with the clock and the faults in a drawer. */
export function consolePage(status: number, model: ConsoleModel): HttpReply {
  const { merchantName, now, notice, faults } = model;
  const isDrawerOpen = model.view === 'clock' || model.view === 'faults';
  const tabs = tabsOf(model);
  const tab = tabs.find(({ id }) => id === model.view) ?? tabs[0];
  return consoleReply(status, {
    title: `Pay simulator – ${merchantName}`,
    bar: html`<h1>Pay simulator · ${merchantName}</h1>
<p class="clock">Service time ${moment(now)}</p>
<a href="${TERMINAL_PATH}">Card terminals</a>
<details class="drawer"${isDrawerOpen && html` open`}><summary>Clock and faults${faults.length > 0 && ` (${faults.length} active)`}</summary>
<div class="panel"><div class="title"><h2>Control the service</h2><button type="button" data-close>Close</button></div>${clockView()}${faultSwitchesView(model)}${faultsView(model)}</div></details>`,
    content: html`<nav aria-label="Sections" tabindex="0"><ul>${tabs.map(
      ({ id, title, count }) => html`
<li><a href="${CONSOLE_PATH}${id !== 'orders' && `?view=${id}`}"${id === tab?.id && html` aria-current="page"`}>${title}${count !== undefined && html` <b>${count}</b>`}</a></li>`,
    )}
</ul></nav>
<main>
${notice !== null && html`<p class="notice ${notice.kind}" role="${notice.kind === 'problem' ? 'alert' : 'status'}">${notice.text}</p>`}
${tab?.id === 'orders' && searchView(model.orders)}
<div id="live">${tab?.show()}</div>
</main>`,
  });
}

interface Tab {
  readonly id: string;
  readonly title: string;
  readonly count?: number;
  readonly show: () => Html;
}

function tabsOf(model: ConsoleModel): readonly Tab[] {
  const { accounts, orders, passwords, deliveries, webhooks, requests } = model;
  return [
    { id: 'orders', title: 'Orders', count: orders.total, show: () => ordersView(orders) },
    {
      id: 'deliveries',
      title: 'Deliveries',
      count: deliveries.total,
      show: () => deliveriesView(model),
    },
    { id: 'requests', title: 'Requests', count: requests.total, show: () => requestsView(model) },
    { id: 'webhooks', title: 'Webhooks', count: webhooks.length, show: () => webhooksView(model) },
    { id: 'accounts', title: 'Accounts', count: accounts.total, show: () => accountsView(model) },
    { id: 'passwords', title: 'Passwords', count: passwords.total, show: () => passwordsView(model) },
    { id: 'ledger', title: 'Ledger', show: () => ledgerView(model) },
  ];
}

function clockView(): Html {
  return html`<section id="clock" aria-labelledby="clock-title">
<h2 id="clock-title">Clock</h2>
<div class="tools">
<form method="post" action="${CONSOLE_PATH}/clock">${STEPS.map(([text, ms]) => html`<button name="ms" value="${ms}">${text}</button>`)}</form>
<form method="post" action="${CONSOLE_PATH}/clock">
<label>Minutes<input type="number" name="minutes" min="1" step="1" value="30" required></label>
<button>Move forward</button>
</form>
</div>
<p class="dim">This clock controls when orders and tokens expire, payments clear and deliveries are retried. It only moves forward.</p>
<details><summary>Reset</summary>
<p class="dim">Clears orders, transactions, webhooks, deliveries and faults. The address and the credentials stay.</p>
<form method="post" action="${CONSOLE_PATH}/reset"><button class="danger">Reset the simulator</button></form>
</details>
</section>`;
}

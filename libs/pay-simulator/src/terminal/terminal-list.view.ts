import { CONSOLE_PATH, TERMINAL_PATH } from '../console/console-address.js';
import { selectField } from '../console/console-parts.view.js';
import { merchantField } from '../console/merchant-choice.view.js';
import { LIVE_STATUS } from '../domain/terminals.js';
import { html, type Html } from '../http/html.js';
import type { HttpReply } from '../http/reply.js';
import { terminalAddress, terminalListAddress } from './terminal-address.js';
import { terminalFrame } from './terminal-frame.view.js';
import { screenSummary } from './terminal-screen.view.js';
import type { ShownTerminal, Terminal, TerminalListModel } from './terminal.model.js';

/** @see contract/behaviour/pos.yaml enums.DeviceStatusId */
const STATUSES: Readonly<Record<number, string>> = {
  0: 'In the warehouse',
  [LIVE_STATUS]: 'In service',
  2: 'Ready to ship',
  3: 'In stock',
  4: 'Waiting for key injection',
  5: 'Lost',
  6: 'Out of order',
  7: 'Locked',
};

const CUSTOMERS = [
  ['pays', 'Pay automatically'],
  ['waits', 'Wait for you'],
] as const;
const FISCAL_FAULTS = [
  ['none', 'Nothing'],
  ['not-fiscalised', 'Paid, not fiscalized'],
  ['unexpected-error', 'Unexpected error (1080)'],
] as const;
const UNREACHABLE = [
  ['not-connected', 'end as not connected'],
  ['silent', 'never end'],
] as const;

/** Names a terminal for people: the first one without a name is `Counter 1`. */
export function terminalName({
  name,
  virtualTerminalId,
  terminalId,
}: Pick<Terminal, 'name' | 'virtualTerminalId' | 'terminalId'>): string {
  if (name) return name;
  const [number] = /\d+$/.exec(virtualTerminalId) ?? [terminalId];
  return `Counter ${number}`;
}

/** Renders the list of terminals and the settings of their behavior. */
export function terminalListPage(status: number, model: TerminalListModel): HttpReply {
  const { shown: terminals, merchantName, merchantId, merchants, problem, worldId } = model;
  return terminalFrame(status, {
    title: 'Card terminals',
    merchantName,
    worldId,
    links: html`<a href="${CONSOLE_PATH}">Console</a>`,
    problem,
    content: html`${merchants.length > 1 && html`<form class="tools" method="get" action="${TERMINAL_PATH}">${merchantField(merchants, merchantId ?? '')}<button>Show</button></form>`}<section aria-labelledby="list-title">
<h2 id="list-title">Terminals</h2>
<table>
<thead><tr>${['Terminal', 'Screen', 'Status', 'Source'].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody id="terminals" data-live>${terminals.map((shown) => terminalRow(shown, merchantId))}</tbody>
</table>
<noscript><p class="dim"><a href="${terminalListAddress(merchantId)}">Refresh</a></p></noscript>
</section>
${behaviorView(model)}`,
  });
}

function terminalRow({ terminal, screen }: ShownTerminal, merchantId: string | null): Html {
  const { terminalId, statusId, sourceCode } = terminal;
  return html`
<tr><td><a href="${terminalAddress(merchantId, terminalId)}"><strong>${terminalName(terminal)}</strong> <span class="code">${terminalId}</span></a></td><td>${screenSummary(screen)}</td><td>${STATUSES[statusId] ?? `Status ${statusId}`}</td><td class="code">${sourceCode}</td></tr>`;
}

/** Renders the page for an unknown terminal ID. */
export function unknownTerminalPage({ merchantId, merchantName, worldId }: TerminalListModel): HttpReply {
  return terminalFrame(404, {
    title: 'Unknown terminal',
    merchantName,
    worldId,
    links: html`<a href="${terminalListAddress(merchantId)}">All terminals</a>`,
    problem: null,
    content: html`<section><p>The account has no terminal with this number. <a href="${terminalListAddress(merchantId)}">Choose another terminal.</a></p></section>`,
  });
}

function behaviorView({ behavior, isFiscal, merchantId }: TerminalListModel): Html {
  const {
    customer,
    customerDelayMs,
    fiscalFault,
    reachDelayMs,
    saveDelayMs,
    signatureLifetimeMs,
    unreachable,
  } = behavior;
  return html`<section aria-labelledby="behavior-title">
<h2 id="behavior-title">Behavior of all terminals</h2>
<div class="tools">
<form method="post" action="${terminalListAddress(merchantId)}">
${selectField('Customers', 'customer', CUSTOMERS, customer)}
<label>They pay after, ms<input type="number" name="customerDelayMs" value="${customerDelayMs}" min="0" required></label>
${selectField('If a terminal is off, requests', 'unreachable', UNREACHABLE, unreachable)}
<label>Sessions found after, ms<input type="number" name="saveDelayMs" value="${saveDelayMs}" min="0" required></label>
<label>On the screen after, ms<input type="number" name="reachDelayMs" value="${reachDelayMs}" min="0" required></label>
${
  isFiscal &&
  html`<label>Fiscal signatures last, ms<input type="number" name="signatureLifetimeMs" value="${signatureLifetimeMs}" min="0" required></label>
${selectField('What goes wrong with fiscal sales', 'fiscalFault', FISCAL_FAULTS, fiscalFault)}
`
}<button>Save</button>
</form>
</div>
<p class="dim">A busy terminal rejects further requests. These times use the virtual clock on the console.</p>
</section>`;
}

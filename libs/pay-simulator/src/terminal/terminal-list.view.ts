import { TERMINAL_PATH } from '../console/console-address.js';
import { consoleReply } from '../console/console-frame.view.js';
import { chip, copyButton, selectField, shortMoment, table } from '../console/console-parts.view.js';
import type { ConsoleModel } from '../console/console.model.js';
import { durationText } from '../console/duration-text.js';
import { merchantField } from '../console/merchant-choice.view.js';
import type { StateLabel } from '../console/payment-states.js';
import { LIVE_STATUS } from '../domain/terminals.js';
import { html, type Html } from '../http/html.js';
import type { HttpReply } from '../http/reply.js';
import { outcome, outcomeLook, total } from './terminal-screen.view.js';
import {
  lastSession,
  screenOf,
  type Terminal,
  type Terminals,
  type TerminalScreen,
} from './terminal.model.js';

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
/** State of a terminal by what its screen shows. After a result, it is ready. */
const STATES: Readonly<Record<TerminalScreen['shows'], StateLabel>> = {
  off: ['Switched off', 'plain'],
  'not-live': ['Out of service', 'bad'],
  ready: ['Ready', 'good'],
  request: ['Waits for a card', 'wait'],
  work: ['Working', 'wait'],
  result: ['Ready', 'good'],
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

/** Renders the terminals as a section of the console, and the settings of their behavior. */
export function terminalListPage(status: number, shown: Terminals, model: ConsoleModel): HttpReply {
  const { address, merchantId, merchants, terminals } = shown;
  return consoleReply(status, model, {
    tab: 'terminals',
    tools: html`${merchants.length > 1 && html`<form class="tools" method="get" action="${TERMINAL_PATH}">${merchantField(merchants, merchantId)}<button>Show</button></form>`}`,
    live: html`<section id="terminals" aria-labelledby="terminals-title">
<h1 id="terminals-title">Card terminals <small>${terminals.length}</small></h1>
${
  terminals.length === 0
    ? html`<p class="empty">This merchant has no terminals.</p>`
    : table('Card terminals', terminals, {
        columns: {
          Terminal: (terminal) =>
            html`<a href="${address(terminal.terminalId)}"><strong>${terminalName(terminal)}</strong> <span class="code">${terminal.terminalId}</span></a> ${copyButton('terminal ID', terminal.terminalId)}`,
          State: (terminal) => chip(...STATES[screenOf(shown, terminal).shows]),
          Request: (terminal) => requestView(shown, terminal, model.now),
          'Last request (UTC)': (terminal) => lastView(shown, terminal),
          Status: ({ statusId }) => STATUSES[statusId] ?? `Status ${statusId}`,
          Source: ({ sourceCode }) => html`<span class="code">${sourceCode}</span>`,
        },
      })
}
</section>`,
    after: behaviorView(shown),
  });
}

/** Renders the page for an unknown terminal ID. */
export function unknownTerminalPage({ address }: Terminals, model: ConsoleModel): HttpReply {
  const title = 'Unknown terminal';
  const live = html`<section aria-labelledby="unknown-title"><h1 id="unknown-title">${title}</h1><p>The account has no terminal with this number. <a href="${address()}">Choose another terminal.</a></p></section>`;
  return consoleReply(404, model, { tab: 'terminals', title, live });
}

/** Renders what the terminal does for the cash register now, and the sales that wait for their customers. */
function requestView(shown: Terminals, terminal: Terminal, now: number): Html | string {
  const { shows, session } = screenOf(shown, terminal);
  const { length } = terminal.preloaded;
  const current =
    session !== undefined &&
    shows !== 'result' &&
    html`<strong>${total(session)}</strong> <span class="dim">${session.kind} of ${session.cashRegisterId}, for ${durationText(now - session.createdAt)}</span>`;
  const waiting = length === 1 ? '1 preloaded sale' : `${length} preloaded sales`;
  return current || length > 0 ? html`${current} ${length > 0 && waiting}` : '–';
}

function lastView(shown: Terminals, terminal: Terminal): Html | string {
  const last = lastSession(shown, terminal);
  return last
    ? html`${chip(outcome(last), outcomeLook(last))} ${total(last)} <span class="dim">${shortMoment(last.finishedAt ?? last.createdAt)}</span>`
    : '–';
}

function behaviorView({ address, behavior, isFiscal }: Terminals): Html {
  const milliseconds = (
    label: string,
    name: 'customerDelayMs' | 'saveDelayMs' | 'reachDelayMs' | 'signatureLifetimeMs',
  ): Html =>
    html`<label>${label}<input type="number" name="${name}" value="${behavior[name]}" min="0" required></label>`;
  return html`<section aria-labelledby="behavior-title">
<h2 id="behavior-title">Behavior of all terminals</h2>
<form class="tools" method="post" action="${address()}">
${selectField('Customers', 'customer', CUSTOMERS, behavior.customer)}
${milliseconds('They pay after, ms', 'customerDelayMs')}
${selectField('If a terminal is off, requests', 'unreachable', UNREACHABLE, behavior.unreachable)}
${milliseconds('Sessions found after, ms', 'saveDelayMs')}
${milliseconds('On the screen after, ms', 'reachDelayMs')}
${
  isFiscal &&
  html`${milliseconds('Fiscal signatures last, ms', 'signatureLifetimeMs')}
${selectField('What goes wrong with fiscal sales', 'fiscalFault', FISCAL_FAULTS, behavior.fiscalFault)}
`
}<button>Save</button>
</form>
<p class="dim">A busy terminal rejects further requests. These times use the virtual clock on the console.</p>
</section>`;
}

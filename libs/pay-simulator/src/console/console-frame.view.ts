import { documentReply, type PageDocument } from '../http/document.js';
import { html, type Html } from '../http/html.js';
import type { HttpReply } from '../http/reply.js';
import { clockView } from './clock.view.js';
import { CONSOLE_PATH, TERMINAL_PATH } from './console-address.js';
import { moment } from './console-parts.view.js';
import type { ConsoleModel } from './console.model.js';
import { faultSwitchesView } from './fault-switches.view.js';
import { faultsView } from './faults.view.js';
import { nextPaymentView } from './next-payment.view.js';
import { nextWebhookView } from './next-webhook.view.js';
import { CONSOLE_SCRIPT, CONSOLE_STYLE } from './page-files.generated.js';

/** Maximum number of links to other worlds. */
const SHOWN_WORLDS = 100;

/** Sections of the console. */
const TABS = {
  overview: 'Overview',
  orders: 'Orders',
  deliveries: 'Deliveries',
  requests: 'Requests',
  webhooks: 'Webhooks',
  accounts: 'Accounts',
  passwords: 'Passwords',
  ledger: 'Ledger',
} as const;

/** Section of the console. */
export type ConsoleTab = keyof typeof TABS;

/** Returns the section of a view. The views of the drawer are above the overview. */
export const tabOf = (view: string): ConsoleTab =>
  Object.hasOwn(TABS, view) ? (view as ConsoleTab) : 'overview';

/** Narrowest screens that show a tab. On others, it is in the menu *More*. */
const TAB_WIDTHS: Readonly<Partial<Record<string, 'wide' | 'medium'>>> = {
  requests: 'medium',
  webhooks: 'medium',
  accounts: 'wide',
  passwords: 'wide',
  ledger: 'wide',
};

/** Renders the sections, with the number of their items. @param current - Whether the page is the section, or a part of it. */
function tabsView({ counts }: ConsoleModel, tab: ConsoleTab, current: 'page' | 'true'): Html {
  const counted: Partial<Record<string, number>> = counts;
  const link = ([id, name]: readonly [string, string]): Html =>
    html`<a href="${CONSOLE_PATH}${id !== 'overview' && `?view=${id}`}"${id === tab && html` aria-current="${current}"`}>${name}${counted[id] !== undefined && html` <b>${counted[id]}</b>`}${id === 'deliveries' && counts.failed > 0 && html` <b class="bad">${counts.failed}<span class="failed"> failed</span></b>`}</a>`;
  const terminals = html`<a href="${TERMINAL_PATH}">Card terminals</a>`;
  const hidden = Object.entries(TABS).filter(([id]) => TAB_WIDTHS[id] !== undefined);
  const chosen = TAB_WIDTHS[tab];
  return html`<nav aria-label="Sections"><ul id="tabs" data-live>${Object.entries(TABS).map(
    (entry) => html`
<li class="${TAB_WIDTHS[entry[0]]}">${link(entry)}</li>`,
  )}
<li class="wide">${terminals}</li>
<li class="more"><details class="menu" name="menu" data-key="more"><summary>${chosen !== undefined && html`<span class="of-${chosen}">${TABS[tab]}</span>`}<span class="other">More</span></summary><div class="items">${hidden.map((entry) => html`<span class="of-${TAB_WIDTHS[entry[0]]}">${link(entry)}</span>`)}${terminals}</div></details></li>
</ul></nav>`;
}

/**
 * Renders a page for developers with the simulator's banner.
 *
 * @param page - `bar` has the title and the links at the top. `worldId` is null for the world `default`, which is not named.
 */
export function developerReply(
  status: number,
  {
    bar,
    panel,
    content,
    title,
    worldId,
    ...page
  }: Omit<PageDocument, 'language' | 'body' | 'formTargets'> & {
    readonly bar: Html;
    /** Part that the bar opens. */
    readonly panel?: Html;
    readonly content: Html;
    readonly worldId: string | null;
  },
): HttpReply {
  const body = html`<header>
<p class="banner">Simulator – no real money${worldId !== null && html` · World <b>${worldId}</b>`}</p>
<div class="bar">
${bar}
</div>
${panel}
</header>
${content}`;
  return documentReply(status, {
    ...page,
    title: worldId === null ? title : `${worldId} – ${title}`,
    language: 'en-GB',
    body,
    formTargets: "'self'",
  });
}

interface ConsolePage {
  readonly tab: ConsoleTab;
  readonly title?: string;
  /** Refresh interval in seconds if scripts are disabled. */
  readonly refreshSeconds?: number;
  /** Content that does not update itself. */
  readonly tools?: Html | false;
  readonly live: Html;
}

/** Renders a page of the console: a section, with the clock and the faults in a drawer. */
export function consoleReply(status: number, model: ConsoleModel, page: ConsolePage): HttpReply {
  const { activeFaults, merchantName, now, notice, isDrawerOpen, world } = model;
  const { tab, title = TABS[tab], tools, live, ...more } = page;
  const message =
    notice !== null &&
    html`<p class="notice ${notice.kind}" role="${notice.kind === 'problem' ? 'alert' : 'status'}">${notice.text}</p>`;
  return developerReply(status, {
    ...more,
    worldId: world.id,
    title: `${title} – Pay simulator – ${merchantName}`,
    bar: html`<div class="home"><a href="${CONSOLE_PATH}"><span class="words">Pay simulator · </span>${merchantName}</a>
${worldMenu(world)}
<p id="time" data-live><span class="words">Service time </span>${moment(now)}</p></div>
<details class="drawer"${isDrawerOpen && html` open`}><summary id="drawer" data-live aria-controls="controls">Clock and faults${activeFaults > 0 && html` <b>${activeFaults}<span class="unseen"> active</span></b>`}</summary></details>`,
    panel: html`<div class="panel" id="controls"><div class="title"><h2>Control the service</h2><button type="button" data-close>Close</button></div>${isDrawerOpen && message}${clockView(model)}${nextPaymentView(model)}${nextWebhookView(model)}${faultsView(model)}${faultSwitchesView(model)}</div>`,
    content: html`${tabsView(model, tab, page.title === undefined ? 'page' : 'true')}
<main>
${!isDrawerOpen && message}
${tools}
<div id="live" data-live>${live}</div>
</main>`,
    css: CONSOLE_STYLE,
    script: CONSOLE_SCRIPT,
  });
}

/** Renders the links to the consoles of other worlds, newest first. A world whose pages need a token shows no other world. */
function worldMenu({ id, others: worlds }: ConsoleModel['world']): Html {
  const links = worlds
    .slice(-SHOWN_WORLDS)
    .reverse()
    .map((one) => html`<a href="/worlds/${one}${CONSOLE_PATH}">${one}</a>`);
  // This address is not put under that of the world.
  const main = html`<a href="/worlds/default${CONSOLE_PATH}">${worlds.length > 0 ? 'default' : 'Leave this world'}</a>`;
  if (id !== null && worlds.length === 0) return html`<p id="worlds">${main}</p>`;
  const label = id === null ? html`Worlds <b>${worlds.length}</b>` : html`World <b>${id}</b>`;
  return html`<div id="worlds" data-live>${
    worlds.length > 0 &&
    html`<details class="menu" name="menu" data-key="worlds"><summary>${label}</summary><div class="items">${id !== null && main}${links}</div></details>`
  }</div>`;
}

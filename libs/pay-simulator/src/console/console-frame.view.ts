import { html, type Html } from '../http/html.js';
import type { HttpReply } from '../http/reply.js';
import { accountsSection } from './accounts.view.js';
import { clockView } from './clock.view.js';
import { CONSOLE_PATH, TERMINAL_PATH } from './console-address.js';
import { moment, type Section } from './console-parts.view.js';
import type { ConsoleModel } from './console.model.js';
import { deliveriesSection } from './deliveries.view.js';
import { developerReply } from './developer-page.view.js';
import { faultSwitchesView } from './fault-switches.view.js';
import { faultsView } from './faults.view.js';
import { ledgerSection } from './ledger.view.js';
import { nextPaymentView } from './next-payment.view.js';
import { nextWebhookView } from './next-webhook.view.js';
import { ordersSection } from './orders.view.js';
import { overviewSection } from './overview.view.js';
import { CONSOLE_SCRIPT, CONSOLE_STYLE } from './page-files.generated.js';
import { passwordsSection } from './passwords.view.js';
import { requestsSection } from './requests.view.js';
import { webhooksSection } from './webhooks.view.js';

/** Maximum number of links to other worlds. */
const SHOWN_WORLDS = 100;

interface Tab {
  readonly name: string;
  /** Renders the section. The terminals have pages of their own. */
  readonly render?: (model: ConsoleModel) => Section;
  /** Narrowest screens that show the tab. On others, it is in the menu *More*. */
  readonly width?: 'wide' | 'medium';
}

/** Sections of the console. */
const TABS: Readonly<Record<string, Tab>> = {
  overview: { name: 'Overview', render: overviewSection },
  orders: { name: 'Orders', render: ordersSection },
  deliveries: { name: 'Deliveries', render: deliveriesSection },
  requests: { name: 'Requests', render: requestsSection, width: 'medium' },
  webhooks: { name: 'Webhooks', render: webhooksSection, width: 'medium' },
  accounts: { name: 'Accounts', render: accountsSection, width: 'wide' },
  passwords: { name: 'Passwords', render: passwordsSection, width: 'wide' },
  ledger: { name: 'Ledger', render: ledgerSection, width: 'wide' },
  terminals: { name: 'Terminals', width: 'wide' },
};

/** Renders a section of the console. The views of the drawer are above the overview. */
export function sectionPage(status: number, model: ConsoleModel): HttpReply {
  const tab = TABS[model.view]?.render === undefined ? 'overview' : model.view;
  return consoleReply(status, model, { tab, ...(TABS[tab]?.render ?? overviewSection)(model) });
}

/** Renders the sections, with the number of their items. @param current - Whether the page is the section, or a part of it. */
function tabsView({ counts, failed }: ConsoleModel, shown: string, current: 'page' | 'true'): Html {
  const counted: Readonly<Partial<Record<string, number>>> = counts;
  const tabs = Object.entries(TABS).map(([id, { name, width }]) => {
    const path =
      id === 'terminals' ? TERMINAL_PATH : `${CONSOLE_PATH}${id === 'overview' ? '' : `?view=${id}`}`;
    const link = html`<a href="${path}"${id === shown && html` aria-current="${current}"`}>${name}${counted[id] !== undefined && html` <b>${counted[id]}</b>`}${id === 'deliveries' && failed.length > 0 && html` <b class="bad">${failed.length}<span class="failed"> failed</span></b>`}</a>`;
    return { link, width };
  });
  const { name, width: hidden } = TABS[shown] ?? {};
  return html`<nav aria-label="Sections"><ul id="tabs" data-live>${tabs.map(
    ({ link, width }) => html`
<li class="${width}">${link}</li>`,
  )}
<li class="more"><details class="menu" name="menu" data-key="more"><summary>${hidden !== undefined && html`<span class="of-${hidden}">${name}</span>`}<span class="other">More</span></summary><div class="items">${tabs
    .filter(({ width }) => width !== undefined)
    .map(({ link, width }) => html`<span class="of-${width}">${link}</span>`)}</div></details></li>
</ul></nav>`;
}

interface ConsolePage extends Section {
  /** Section that the page belongs to. */
  readonly tab: string;
  /** Title of a page that is a part of its section. */
  readonly title?: string;
  /** Refresh interval in seconds if scripts are disabled. */
  readonly refreshSeconds?: number;
}

/** Renders a page of the console, with the clock and the faults in a drawer. */
export function consoleReply(
  status: number,
  model: ConsoleModel,
  { tab, title = TABS[tab]?.name ?? '', tools, live, after, ...page }: ConsolePage,
): HttpReply {
  const { activeFaults, merchantName, now, notice, isDrawerOpen, world } = model;
  const message =
    notice &&
    html`<p class="notice ${notice.kind}" role="${notice.kind === 'problem' ? 'alert' : 'status'}">${notice.text}</p>`;
  return developerReply(status, {
    ...page,
    worldId: world.id,
    title: `${title} – Pay simulator – ${merchantName}`,
    bar: html`<div class="home"><a href="${CONSOLE_PATH}"><span class="words">Pay simulator · </span>${merchantName}</a>
${worldMenu(world)}
<p id="time" data-live><span class="words">Service time </span>${moment(now)}</p></div>
<details class="drawer"${isDrawerOpen && html` open`}><summary id="drawer" data-live aria-controls="controls">Clock and faults${activeFaults > 0 && html` <b>${activeFaults}<span class="unseen"> active</span></b>`}</summary></details>`,
    panel: html`<div class="panel" id="controls"><div class="title"><h2>Control the service</h2><button type="button" data-close>Close</button></div>${isDrawerOpen && message}${clockView(model)}${nextPaymentView(model)}${nextWebhookView(model)}${faultsView(model)}${faultSwitchesView(model)}</div>`,
    content: html`${tabsView(model, tab, title === TABS[tab]?.name ? 'page' : 'true')}
<main>
${!isDrawerOpen && message}
${tools}
<div id="live" data-live>${live}</div>
${after}
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

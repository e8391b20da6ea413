import type { Html } from '../http/html.js';
import type { HttpReply } from '../http/reply.js';
import { accountsView } from './accounts.view.js';
import { consoleReply, tabOf, type ConsoleTab } from './console-frame.view.js';
import type { ConsoleModel } from './console.model.js';
import { deliveriesView, deliverySearchView } from './deliveries.view.js';
import { ledgerView } from './ledger.view.js';
import { ordersView, searchView } from './orders.view.js';
import { overviewView } from './overview.view.js';
import { passwordsView } from './passwords.view.js';
import { requestSearchView, requestsView } from './requests.view.js';
import { webhookFormView, webhooksView } from './webhooks.view.js';

const VIEWS: Readonly<Record<ConsoleTab, (model: ConsoleModel) => Html>> = {
  overview: overviewView,
  orders: ({ orders }) => ordersView(orders),
  deliveries: deliveriesView,
  requests: requestsView,
  webhooks: webhooksView,
  accounts: accountsView,
  passwords: passwordsView,
  ledger: ledgerView,
};

/** Forms above a list. They do not update themselves, so that they keep what is typed. */
const TOOLS: Readonly<Partial<Record<ConsoleTab, (model: ConsoleModel) => Html>>> = {
  orders: ({ orders }) => searchView(orders),
  deliveries: deliverySearchView,
  requests: requestSearchView,
  webhooks: webhookFormView,
};

/** Renders a section of the console. */
export function consolePage(status: number, model: ConsoleModel): HttpReply {
  const tab = tabOf(model.view);
  return consoleReply(status, model, {
    tab,
    tools: TOOLS[tab]?.(model) ?? false,
    live: VIEWS[tab](model),
  });
}

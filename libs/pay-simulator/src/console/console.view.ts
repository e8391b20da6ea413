import type { Html } from '../http/html.js';
import type { HttpReply } from '../http/reply.js';
import { accountsView } from './accounts.view.js';
import { consoleReply, tabOf, type ConsoleTab } from './console-frame.view.js';
import type { ConsoleModel } from './console.model.js';
import { deliveriesView } from './deliveries.view.js';
import { ledgerView } from './ledger.view.js';
import { ordersView, searchView } from './orders.view.js';
import { overviewView } from './overview.view.js';
import { passwordsView } from './passwords.view.js';
import { requestsView } from './requests.view.js';
import { webhooksView } from './webhooks.view.js';

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

/** Renders a section of the console. */
export function consolePage(status: number, model: ConsoleModel): HttpReply {
  const tab = tabOf(model.view);
  return consoleReply(status, model, {
    tab,
    tools: tab === 'orders' && searchView(model.orders),
    live: VIEWS[tab](model),
  });
}

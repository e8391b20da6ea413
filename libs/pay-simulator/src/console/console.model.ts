import type { Control } from '../control/control.js';
import type { PageRequest } from '../http/page.js';
import { allBooks, once } from './books.model.js';
import { deliveryPage, failedDeliveries } from './deliveries.model.js';
import { listPage } from './list-page.js';
import { overview } from './overview.model.js';
import { orderPage } from './orders.model.js';
import { requestPage, shownRequests } from './requests.model.js';

/** Views whose query belongs to them. Otherwise it belongs to the orders. */
const OWN_QUERY = new Set(['deliveries', 'requests', 'webhooks', 'accounts', 'passwords', 'ledger']);
const NO_QUERY = new URLSearchParams();

/** What a page shows apart from the data: a section, the drawer with clock and faults, and the message at the top. */
interface ConsoleState {
  readonly view: string;
  readonly isDrawerOpen: boolean;
  /** Fields of a form with an error. */
  readonly typed: URLSearchParams;
  readonly notice: { readonly kind: 'done' | 'problem'; readonly text: string } | null;
}

/** Content of the console. */
export type ConsoleModel = ReturnType<typeof consoleModel>;

/** Reads the console's content through the control API. */
export function consoleModel(control: Control, { query }: Pick<PageRequest, 'query'>, state: ConsoleState) {
  const { read } = control;
  const { clock, nextDecline, orders, webhooks } = read('getState');
  const { world } = read('getAccount');
  const { isHolding, next: nextDelivery } = read('getDeliverySettings');
  const faults = read('listFaults');
  const books = allBooks(control);
  const [, ...connected] = books;
  const deliveries = read('listDeliverySummaries');
  const accounts = read('listAccounts');
  const passwords = read('listPasswords');
  const shown = OWN_QUERY.has(state.view) ? state.view : 'orders';
  const queryOf = (view: string): URLSearchParams => (view === shown ? query : NO_QUERY);
  const parts = lazily({
    overview: () => overview(control, books, deliveries, query.get('range')),
    orders: () => orderPage(books, deliveries, queryOf('orders')),
    passwords: () => listPage(passwords, queryOf('passwords')),
    /** Accounts invited by an ISV or a marketplace. */
    accounts: () => listPage(accounts, queryOf('accounts')),
    webhooks: () => listPage(read('listWebhooks'), queryOf('webhooks')),
    deliveries: () => deliveryPage(control, deliveries, queryOf('deliveries')),
    requests: () => requestPage(control, queryOf('requests')),
    /** What the service does later, the soonest first. */
    coming: () => read('listComingWork'),
    /** The ledger in each currency, in minor units. The sum is always 0. */
    ledger: () => read('getLedger'),
  });
  return Object.assign(parts, state, {
    clock,
    now: clock.ms,
    merchants: books.map(({ merchant }) => merchant),
    merchantName: books[0]?.merchant.name ?? '',
    world: { id: world, others: otherWorlds(control, world) },
    books,
    failedDeliveries: failedDeliveries(deliveries),
    /** Number of all items of each section. */
    counts: {
      orders: connected.reduce((sum, merchant) => sum + merchant.orders().length, orders),
      deliveries: deliveries.length,
      failed: failedDeliveries(deliveries).length,
      requests: shownRequests(control).length,
      webhooks,
      accounts: accounts.length,
      passwords: passwords.length,
    },
    isHolding,
    faults,
    /** Number of faults, with those of the next payment and the next delivery. */
    activeFaults: faults.length + [nextDelivery, nextDecline].filter((next) => next !== null).length,
    nextDelivery,
    nextDecline,
  });
}

/** Returns the IDs of the worlds beside `default` and the one that is shown, oldest first. */
function otherWorlds({ read }: Control, world: string | null): readonly string[] {
  return read('listWorlds')
    .map(({ id }) => id)
    .filter((id) => id !== 'default' && id !== world);
}

/** Reads each member once, when it is used. A section reads what it shows only. */
function lazily<Parts extends Readonly<Record<string, unknown>>>(readers: {
  readonly [Name in keyof Parts]: () => Parts[Name];
}): { readonly [Name in keyof Parts]: Parts[Name] } {
  const parts = {};
  for (const [name, read] of Object.entries(readers) as [string, () => unknown][])
    Object.defineProperty(parts, name, { enumerable: true, get: once(read) });
  return parts as Parts;
}

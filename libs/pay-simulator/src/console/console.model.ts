import type { PageRequest } from '../http/page.js';
import type { LoggedRequest } from '../http/request-log.js';
import { comingWork } from '../services/coming-work.js';
import type { Services } from '../services/services.js';
import { curlCommand } from './curl.js';
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

/** Reads the console's content from the services. */
export function consoleModel(
  services: Services,
  { headers, query }: Pick<PageRequest, 'headers' | 'query'>,
  state: ConsoleState,
) {
  const { account, clock, deliveries, faults, invitations, ledger, payments, resellerDesk, webhooks, world } =
    services;
  const { next: nextDelivery } = deliveries;
  const { nextDecline } = payments;
  const activeFaults = faults.list();
  const shown = OWN_QUERY.has(state.view) ? state.view : 'orders';
  const queryOf = (view: string): URLSearchParams => (view === shown ? query : NO_QUERY);
  const parts = lazily({
    overview: () => overview(services, { headers, query }),
    orders: () => orderPage(services, queryOf('orders')),
    passwords: () => listPage(resellerDesk.passwords(), queryOf('passwords')),
    /** Accounts invited by an ISV or a marketplace. */
    accounts: () => listPage(invitations.list(), queryOf('accounts')),
    webhooks: () => listPage(webhooks.list(), queryOf('webhooks')),
    deliveries: () => deliveryPage(services, queryOf('deliveries')),
    requests: () => requestPage(services, queryOf('requests')),
    /** What the service does later, the soonest first. */
    coming: () => comingWork(services),
    /** The ledger in each currency, in minor units. The sum is always 0. */
    books: () =>
      Object.entries(ledger.totals()).map(([currencyCode, sum]) => ({
        currencyCode,
        balances: ledger.accounts(currencyCode).map((name) => ({
          account: name,
          balance: ledger.balance(name, currencyCode),
        })),
        sum,
      })),
  });
  return Object.assign(parts, state, {
    now: clock.now(),
    merchantName: account.companyTitle,
    world,
    /** Number of all items of each section. */
    counts: {
      orders: [services, ...services.connectedMerchants.list()].reduce(
        (sum, { orders }) => sum + orders.size,
        0,
      ),
      deliveries: deliveries.size,
      failed: failedDeliveries(services).length,
      requests: shownRequests(services).length,
      webhooks: webhooks.list().length,
      accounts: invitations.list().length,
      passwords: resellerDesk.passwords().length,
    },
    isHolding: deliveries.isHolding,
    faults: activeFaults,
    /** Number of faults, with those of the next payment and the next delivery. */
    activeFaults: activeFaults.length + [nextDelivery, nextDecline].filter((next) => next !== null).length,
    nextDelivery,
    nextDecline,
    curlOf: (entry: LoggedRequest) => curlOf(services, headers, entry),
    orderOf: (entry: LoggedRequest) => orderOf(services, entry),
  });
}

/** Reads each member once, when it is used. A section reads what it shows only. */
function lazily<Parts extends Readonly<Record<string, unknown>>>(readers: {
  readonly [Name in keyof Parts]: () => Parts[Name];
}): { readonly [Name in keyof Parts]: Parts[Name] } {
  const known = new Map<keyof Parts, unknown>();
  const parts = {};
  for (const [name, read] of Object.entries(readers) as [keyof Parts, () => unknown][])
    Object.defineProperty(parts, name, {
      enumerable: true,
      get: () => (known.has(name) ? known : known.set(name, read())).get(name),
    });
  return parts as Parts;
}

/** Returns the curl command that repeats a request to the address at which the browser sees the console. */
export function curlOf(
  { log }: Services,
  { host = 'localhost' }: PageRequest['headers'],
  entry: LoggedRequest,
): string | undefined {
  const texts = log.texts(entry);
  return texts && curlCommand(`http://${host}`, entry, texts);
}

function orderOf(
  { connectedMerchants, log, transactions }: Services,
  entry: LoggedRequest,
): string | undefined {
  const texts = log.texts(entry);
  if (!texts) return undefined;
  const text = `${texts.target} ${texts.request} ${texts.response}`;
  const transactionId = /\/transactions\/([0-9a-f-]{36})/i.exec(text)?.[1];
  const code = /(?:order_?code"?\s*[:=]\s*"?|\/orders\/|[?&]ref=)(\d{16})/i.exec(text)?.[1];
  if (code !== undefined || transactionId === undefined) return code;
  const books = [transactions, ...connectedMerchants.list().map((merchant) => merchant.transactions)];
  return books.map((book) => book.find(transactionId)).find((found) => found !== undefined)?.orderCode;
}

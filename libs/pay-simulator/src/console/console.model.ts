import type { PageRequest } from '../http/page.js';
import type { LoggedRequest } from '../http/request-log.js';
import type { Services } from '../services/services.js';
import { curlCommand } from './curl.js';
import { orderPage } from './orders.model.js';

/** Maximum number of rows in a section. */
const SHOWN_ROWS = 100;

/** The newest items of a list, newest first, and the total number of items. */
export interface Newest<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

/** What a page shows apart from the data: a section, the drawer with clock and faults, and the message at the top. */
interface ConsoleState {
  readonly view: string;
  readonly isDrawerOpen: boolean;
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
  const { account, clock, deliveries, faults, invitations, ledger, log, resellerDesk, webhooks, world } =
    services;
  const sent = deliveries.list();
  const deliveryId = query.get('delivery');
  // Requests for the console are not shown.
  const requests = log
    .list()
    .filter(({ operation, path }) => operation !== null || /^\/(accounts|api|web)\//.test(path));
  return {
    ...state,
    now: clock.now(),
    merchantName: account.companyTitle,
    world,
    orders: orderPage(services, query),
    passwords: newest(resellerDesk.passwords()),
    /** Accounts invited by an ISV or a marketplace. */
    accounts: newest(invitations.list()),
    webhooks: webhooks.list(),
    deliveries: newest(sent),
    /** The delivery that a link names, also if it is not one of the newest. Null without such a link. */
    chosenDelivery: deliveryId === null ? null : newest(sent.filter(({ id }) => id === deliveryId)),
    /** Whether new deliveries are held. */
    isHolding: deliveries.isHolding,
    held: sent.filter(({ state }) => state === 'held').length,
    faults: faults.list(),
    /** The ledger in each currency, in minor units. The sum is always 0. */
    books: Object.entries(ledger.totals()).map(([currencyCode, sum]) => ({
      currencyCode,
      balances: ledger.accounts(currencyCode).map((name) => ({
        account: name,
        balance: ledger.balance(name, currencyCode),
      })),
      sum,
    })),
    requests: newest(requests),
    /** The requests that the contract refuses. */
    refused: newest(requests.filter((entry) => entry.refused !== null)),
    /** Whether to show only those. */
    showsRefused: query.get('only') === 'refused',
    curlOf: (entry: LoggedRequest) => curlOf(services, headers, entry),
    orderOf: (entry: LoggedRequest) => orderOf(services, entry),
  };
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

function newest<T>(all: readonly T[]): Newest<T> {
  return { rows: all.slice(-SHOWN_ROWS).reverse(), total: all.length };
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

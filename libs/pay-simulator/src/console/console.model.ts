import type { Delivery } from '../deliveries/delivery.js';
import type { Webhook } from '../deliveries/webhooks.js';
import type { LedgerAccount } from '../domain/ledger.js';
import type { OnboardedAccount } from '../domain/onboarding.js';
import type { OneTimePassword } from '../domain/reseller-desk.js';
import type { PendingFault } from '../http/faults.js';
import type { PageRequest } from '../http/page.js';
import type { LoggedRequest } from '../http/request-log.js';
import type { Services } from '../wiring/services.js';
import { curlCommand } from './curl.js';
import { orderPage, type OrderPage } from './orders.model.js';

/** Maximum number of rows in a section. */
const SHOWN_ROWS = 100;

/** The newest items of a list, newest first, and the total number of items. */
export interface Newest<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

/** The ledger in one currency, in minor units. */
export interface LedgerBook {
  readonly currencyCode: string;
  readonly balances: readonly { readonly account: LedgerAccount; readonly balance: bigint }[];
  /** Always 0. */
  readonly sum: bigint;
}

/** A message at the top of the console. */
interface ConsoleNotice {
  readonly kind: 'done' | 'problem';
  readonly text: string;
}

/** Content of the console. */
export interface ConsoleModel {
  /** Virtual time, milliseconds. */
  readonly now: number;
  readonly merchantName: string;
  readonly orders: OrderPage;
  readonly passwords: Newest<OneTimePassword>;
  /** Accounts invited by an ISV or a marketplace. */
  readonly accounts: Newest<OnboardedAccount>;
  readonly webhooks: readonly Webhook[];
  readonly deliveries: Newest<Delivery>;
  /** Whether new deliveries are held. */
  readonly isHolding: boolean;
  readonly held: number;
  readonly faults: readonly PendingFault[];
  readonly books: readonly LedgerBook[];
  readonly requests: Newest<LoggedRequest>;
  /** The requests that the contract refuses. */
  readonly refused: Newest<LoggedRequest>;
  /** Whether to show only those. */
  readonly showsRefused: boolean;
  /** Returns the curl command that repeats a request. */
  readonly curlOf: (entry: LoggedRequest) => string | undefined;
  /** Finds the order that a request is about. */
  readonly orderOf: (entry: LoggedRequest) => string | undefined;
  /** Section to show: a tab, or the clock or the faults in the drawer. */
  readonly view: string;
  readonly notice: ConsoleNotice | null;
}

/** Reads the console's content from the services. */
export function consoleModel(
  services: Services,
  { headers, query }: Pick<PageRequest, 'headers' | 'query'>,
  { view, notice }: Pick<ConsoleModel, 'view' | 'notice'>,
): ConsoleModel {
  const { account, clock, deliveries, faults, invitations, ledger, log, resellerDesk, webhooks } = services;
  const sent = deliveries.list();
  // Requests for the console are not shown.
  const requests = log
    .list()
    .filter(({ operation, path }) => operation !== null || /^\/(accounts|api|web)\//.test(path));
  return {
    now: clock.now(),
    merchantName: account.companyTitle,
    orders: orderPage(services, query),
    passwords: newest(resellerDesk.passwords()),
    accounts: newest(invitations.list()),
    webhooks: webhooks.list(),
    deliveries: newest(sent),
    isHolding: deliveries.isHolding,
    held: sent.filter(({ state }) => state === 'held').length,
    faults: faults.list(),
    books: Object.entries(ledger.totals()).map(([currencyCode, sum]) => ({
      currencyCode,
      balances: ledger.accounts(currencyCode).map((name) => ({
        account: name,
        balance: ledger.balance(name, currencyCode),
      })),
      sum,
    })),
    requests: newest(requests),
    refused: newest(requests.filter((entry) => entry.refused !== null)),
    showsRefused: query.get('only') === 'refused',
    curlOf: (entry) => curlOf(services, headers, entry),
    orderOf: (entry) => orderOf(services, entry),
    view,
    notice,
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

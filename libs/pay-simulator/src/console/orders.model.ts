import { currencyDecimals, scaled } from '../domain/currencies.js';
import type { Order } from '../domain/order.js';
import type { Transaction } from '../domain/transaction.js';
import type { Services } from '../services/services.js';
import { lastState, stateQuery } from './payment-states.js';
import { merchantChoices } from './merchant-choices.model.js';

/** Orders on one page of the list. */
const PAGE_ROWS = 20;

/** An order and its merchant. */
export interface OrderRow {
  readonly order: Order;
  readonly merchantName: string;
  readonly transactions: readonly Transaction[];
}

/** One page of the orders, newest first. */
export type OrderPage = ReturnType<typeof orderPage>;

/** Returns a page of the orders of the merchant and of its connected merchants that match the search. */
export function orderPage(services: Services, query: URLSearchParams) {
  const search = (query.get('q') ?? '').trim();
  const merchantId = query.get('merchant') ?? '';
  const owners = [services, ...services.connectedMerchants.list()].filter(
    ({ account }) => merchantId === '' || account.credentials.merchant.merchantId === merchantId,
  );
  const found = owners
    .flatMap(({ orders, transactions }) =>
      orders
        .list()
        .filter((order) => search === '' || matches(order, () => transactions.ofOrder(order.code), search)),
    )
    .reverse();
  if (owners.length > 1) found.sort((one, other) => other.createdAt - one.createdAt);
  const pages = Math.max(1, Math.ceil(found.length / PAGE_ROWS));
  const wanted = Number(query.get('page') ?? '1');
  const page = Number.isSafeInteger(wanted) ? Math.min(Math.max(wanted, 1), pages) : 1;
  return {
    rows: found.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS).map((order): OrderRow => {
      const { account, transactions } = services.servicesForOrder(order.code);
      return {
        order,
        merchantName: account.companyTitle,
        transactions: transactions.ofOrder(order.code),
      };
    }),
    total: found.length,
    page,
    pages,
    search,
    /** The main merchant and the connected ones. */
    merchants: merchantChoices(services),
    /** ID of the merchant whose orders are shown, or an empty string for all. */
    merchantId,
  };
}

function matches(order: Order, transactions: () => readonly Transaction[], search: string): boolean {
  const wanted = search.toLowerCase();
  const has = (...texts: readonly (string | null)[]): boolean =>
    texts.some((text) => text?.toLowerCase().includes(wanted) === true);
  if (wanted.startsWith('state:'))
    return wanted === stateQuery(lastState(order, transactions())).toLowerCase();
  const price = scaled(BigInt(order.amount), currencyDecimals(order.currencyCode)).text;
  return (
    order.code.startsWith(wanted) ||
    price === wanted.replace(',', '.') ||
    has(order.merchantTrns, order.customerTrns, order.customer.email) ||
    transactions().some(({ id, email }) => id.startsWith(wanted) || has(email))
  );
}

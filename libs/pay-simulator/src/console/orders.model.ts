import { currencyDecimals, scaled } from '../domain/currencies.js';
import type { MerchantBooks, Order, Transaction } from './books.model.js';
import { failuresByOrder, type DeliverySummary } from './deliveries.model.js';
import { listPage } from './list-page.js';
import { lastState, stateQuery } from './payment-states.js';

/** An order and its merchant. */
export interface OrderRow {
  readonly order: Order;
  readonly merchantName: string;
  readonly transactions: readonly Transaction[];
  readonly failedDeliveries: number;
}

/** One page of the orders, newest first. */
export type OrderPage = ReturnType<typeof orderPage>;

/** Returns a page of the orders of the merchant and of its connected merchants that match the search. */
export function orderPage(
  books: readonly MerchantBooks[],
  deliveries: readonly DeliverySummary[],
  query: URLSearchParams,
) {
  const search = (query.get('q') ?? '').trim();
  const merchantId = query.get('merchant') ?? '';
  const owners = books.filter(({ merchant }) => merchantId === '' || merchant.merchantId === merchantId);
  const found = owners.flatMap(({ find, merchant, orders, transactions }) =>
    orders()
      .filter((order) => search === '' || matches(order, () => transactions().get(order.code) ?? [], search))
      .map((order) => ({ order, merchantName: merchant.title, find })),
  );
  if (owners.length > 1) found.sort((one, other) => one.order.createdAt - other.order.createdAt);
  const all = books.reduce((sum, { orders }) => sum + orders().length, 0);
  const { rows, ...page } = listPage(found, query, all);
  const failures = failuresByOrder(deliveries);
  return {
    ...page,
    rows: rows.map(({ order, merchantName, find }): OrderRow => ({
      order,
      merchantName,
      transactions: find(order.code)?.transactions ?? [],
      failedDeliveries: failures.get(order.code) ?? 0,
    })),
    search,
    /** The main merchant and the connected ones. */
    merchants: books.map(({ merchant }) => merchant),
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

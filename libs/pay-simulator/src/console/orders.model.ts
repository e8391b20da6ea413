import { currencyDecimals, scaled } from '../domain/currencies.js';
import type { Order } from '../domain/order.js';
import type { Transaction } from '../domain/transaction.js';
import type { Services } from '../services/services.js';
import { failuresByOrder } from './deliveries.model.js';
import { listPage } from './list-page.js';
import { lastState, stateQuery } from './payment-states.js';
import { merchantChoices } from './merchant-choices.model.js';

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
export function orderPage(services: Services, query: URLSearchParams) {
  const search = (query.get('q') ?? '').trim();
  const merchantId = query.get('merchant') ?? '';
  const everyone = [services, ...services.connectedMerchants.list()];
  const owners = everyone.filter(
    ({ account }) => merchantId === '' || account.credentials.merchant.merchantId === merchantId,
  );
  const found = owners.flatMap(({ orders, transactions }) =>
    orders
      .list()
      .filter((order) => search === '' || matches(order, () => transactions.ofOrder(order.code), search)),
  );
  if (owners.length > 1) found.sort((one, other) => one.createdAt - other.createdAt);
  const all = everyone.reduce((sum, { orders }) => sum + orders.size, 0);
  const { rows, ...page } = listPage(found, query, all);
  const failures = failuresByOrder(services);
  return {
    ...page,
    rows: rows.map((order): OrderRow => {
      const { account, transactions } = services.servicesForOrder(order.code);
      return {
        order,
        merchantName: account.companyTitle,
        transactions: transactions.ofOrder(order.code),
        failedDeliveries: failures.get(order.code) ?? 0,
      };
    }),
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

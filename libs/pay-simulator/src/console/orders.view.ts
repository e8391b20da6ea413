import { CHECKOUT_PATH } from '../checkout/checkout-address.js';
import { hideSecrets } from '../control/hide-secrets.js';
import { currencyDecimals, scaled } from '../domain/currencies.js';
import { OrderState } from '../domain/order.js';
import { html, type Html } from '../http/html.js';
import type { MerchantBooks, Order, Transaction } from './books.model.js';
import { orderPath } from './console-address.js';
import {
  actionButton,
  amount,
  chip,
  copyableId,
  listView,
  oneLine,
  rowMenu,
  searchForm,
  shortMoment,
  type Section,
} from './console-parts.view.js';
import type { ConsoleModel } from './console.model.js';
import { failuresByOrder } from './deliveries.model.js';
import { failedLink } from './deliveries.view.js';
import { listPage } from './list-page.js';
import { merchantField } from './merchant-choice.view.js';
import { lastState, stateQuery, statesOf } from './payment-states.js';

/** Renders the orders of the merchant and of its connected merchants that match the search, with links to their timelines. */
export function ordersSection({ books, counts, failed, merchants, query }: ConsoleModel): Section {
  const search = (query.get('q') ?? '').trim();
  const merchantId = query.get('merchant') ?? '';
  const owners = books.filter(({ merchant }) => merchantId === '' || merchant.merchantId === merchantId);
  const found = owners.flatMap((owner) =>
    owner
      .orders()
      .filter((order) => search === '' || matches(order, owner, search.toLowerCase()))
      .map((order) => ({ order, owner })),
  );
  if (owners.length > 1) found.sort((one, other) => one.order.createdAt - other.order.createdAt);
  const failures = failuresByOrder(failed);
  const line = (text: string | null): Html | string => (text ? oneLine(hideSecrets(text)) : '–');
  return {
    tools: searchForm('orders', query, {
      label: 'Find an order',
      placeholder: 'Code, transaction, reference, email or amount',
      fields: merchantField(merchants, merchantId, 'All merchants'),
      clear: 'Show all orders',
    }),
    live: listView('orders', 'Orders', listPage(found, query, counts.orders), {
      empty:
        search === '' && merchantId === ''
          ? 'No orders yet. Create an order through the API to see its timeline here.'
          : 'No order matches. Search for the start of a code or transaction ID, part of a reference or email, or an amount such as 49.90.',
      numeric: 'Amount',
      columns: {
        'Created (UTC)': ({ order }) => shortMoment(order.createdAt),
        ...(merchants.length > 1 && {
          Merchant: ({ owner }: (typeof found)[number]) => oneLine(owner.merchant.title),
        }),
        Order: ({ order: { code } }) => copyableId('order code', code, orderPath(code)),
        State: ({ order, owner }) =>
          html`${orderChips(order, owner.find(order.code)?.transactions ?? [])}${failedLink(order.code, failures.get(order.code))}`,
        Amount: ({ order }) => amount(order.amount, order.currencyCode),
        Description: ({ order }) => line(order.customerTrns),
        Reference: ({ order }) => line(order.merchantTrns),
        Email: ({ order: { customer } }) => line(customer.email),
        Actions: ({ order: { code, state } }) =>
          rowMenu(
            code,
            `Actions for order ${code}`,
            html`<a href="${orderPath(code)}">Timeline</a><a href="${CHECKOUT_PATH}?ref=${code}">Checkout page</a>${
              state === OrderState.Pending &&
              actionButton(`/orders/${code}/expire`, 'Expire', { label: `Expire order ${code}` })
            }`,
          ),
      },
    }),
  };
}

/** Renders the state of an order, and what happened to its newest payment. */
export function orderChips(order: Order, transactions: readonly Transaction[]): Html {
  return html`<span class="whole">${statesOf(order, transactions).map(([text, look]) => html`${chip(text, look)} `)}</span>`;
}

/** @param wanted - In lower case. */
function matches(order: Order, owner: MerchantBooks, wanted: string): boolean {
  const transactions = (): readonly Transaction[] => owner.transactions().get(order.code) ?? [];
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

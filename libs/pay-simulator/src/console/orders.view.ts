import { CHECKOUT_PATH } from '../checkout/checkout-address.js';
import { OrderState, type Order } from '../domain/order.js';
import { html, type Html } from '../http/html.js';
import {
  actionButton,
  amount,
  chip,
  dataTable,
  moment,
  section,
  type ChipLook,
} from './console-parts.view.js';
import type { ConsoleModel } from './console.model.js';

const STATES: Readonly<Record<OrderState, readonly [string, ChipLook]>> = {
  [OrderState.Pending]: ['Pending', 'wait'],
  [OrderState.Expired]: ['Expired', 'bad'],
  [OrderState.Cancelled]: ['Cancelled', 'bad'],
  [OrderState.Paid]: ['Paid', 'good'],
};

/** Renders the orders with links to their checkout pages. */
export function ordersView({ orders }: ConsoleModel, action: (path: string) => string): Html {
  return section('orders', 'Orders', orders, {
    empty: 'No orders yet. Create an order through the API to see a link to its checkout page here.',
    content: dataTable<Order>(
      'Orders',
      [
        {
          name: 'Order',
          cell: ({ code }) => html`<a class="code whole" href="${CHECKOUT_PATH}?ref=${code}">${code}</a>`,
        },
        { name: 'State', cell: ({ state }) => chip(...STATES[state]) },
        { name: 'Amount', numeric: true, cell: (order) => amount(order.amount, order.currencyCode) },
        { name: 'For the customer', cell: ({ customerTrns }) => customerTrns },
        { name: 'Reference', cell: ({ merchantTrns }) => merchantTrns },
        { name: 'Created', cell: ({ createdAt }) => html`<span class="dim">${moment(createdAt)}</span>` },
        {
          name: 'Expires',
          cell: ({ expiresAt }) =>
            html`<span class="dim">${expiresAt === null ? 'never' : moment(expiresAt)}</span>`,
        },
        {
          name: 'Action',
          cell: ({ code, state }) =>
            state === OrderState.Pending
              ? actionButton(action(`/orders/${code}/expire`), 'Expire', { label: `Expire order ${code}` })
              : '–',
        },
      ],
      orders.rows,
    ),
  });
}

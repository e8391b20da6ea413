import { CHECKOUT_PATH } from '../checkout/checkout-address.js';
import { OrderState } from '../domain/order.js';
import { hideSecrets } from '../control/hide-secrets.js';
import { html, type Html } from '../http/html.js';
import { orderPath } from './console-address.js';
import {
  actionButton,
  amount,
  copyableId,
  oneLine,
  rowMenu,
  searchForm,
  section,
  shortMoment,
} from './console-parts.view.js';
import { failedLink } from './deliveries.view.js';
import { orderChips } from './timeline.view.js';
import { merchantField } from './merchant-choice.view.js';
import type { OrderPage, OrderRow } from './orders.model.js';

/** Renders the form to search orders. */
export function searchView({ search, merchants, merchantId }: OrderPage): Html {
  return searchForm('orders', {
    label: 'Find an order',
    search,
    placeholder: 'Code, transaction, reference, email or amount',
    fields: merchantField(merchants, merchantId, 'All merchants'),
    isUsed: search !== '' || merchantId !== '',
    clear: (search !== '' || merchantId !== '') && 'Show all orders',
  });
}

/** Renders one page of the orders, with links to their timelines. */
export function ordersView(orders: OrderPage): Html {
  const line = (text: string | null): Html | string => (text ? oneLine(hideSecrets(text)) : '–');
  return section<OrderRow>('orders', 'Orders', orders, {
    empty:
      orders.search === '' && orders.merchantId === ''
        ? 'No orders yet. Create an order through the API to see its timeline here.'
        : 'No order matches. Search for the start of a code or transaction ID, part of a reference or email, or an amount such as 49.90.',
    numeric: 'Amount',
    columns: {
      'Created (UTC)': ({ order }) => shortMoment(order.createdAt),
      ...(orders.merchants.length > 1 && { Merchant: ({ merchantName }: OrderRow) => oneLine(merchantName) }),
      Order: ({ order: { code } }) => copyableId('order code', code, orderPath(code)),
      State: ({ order, transactions, failedDeliveries }) =>
        html`${orderChips(order, transactions)}${failedLink(order.code, failedDeliveries)}`,
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
  });
}

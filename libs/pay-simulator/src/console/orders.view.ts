import { CHECKOUT_PATH } from '../checkout/checkout-address.js';
import { OrderState } from '../domain/order.js';
import { html, type Html } from '../http/html.js';
import { CONSOLE_PATH, orderPath } from './console-address.js';
import {
  actionButton,
  amount,
  copyButton,
  oneLine,
  rowMenu,
  shortId,
  shortMoment,
  table,
} from './console-parts.view.js';
import { orderChips } from './timeline.view.js';
import { hideSecrets } from './hide-secrets.js';
import { merchantField } from './merchant-choice.view.js';
import type { OrderPage, OrderRow } from './orders.model.js';

/** Renders the form to search orders. */
export function searchView({ search, merchants, merchantId }: OrderPage): Html {
  return html`<form class="tools" method="get" action="${CONSOLE_PATH}" role="search"><input type="hidden" name="view" value="orders">
<label>Find an order<input type="search" name="q" value="${search}" placeholder="Code, transaction, reference, email or amount"></label>
${merchantField(merchants, merchantId, 'All merchants')}<button>Search</button>${(search !== '' || merchantId !== '') && html` <a href="${CONSOLE_PATH}?view=orders">Show all orders</a>`}
</form>`;
}

/** Renders one page of the orders, with links to their timelines. */
export function ordersView(orders: OrderPage): Html {
  const { rows, total, pages, search, merchants, merchantId } = orders;
  const empty =
    search === '' && merchantId === ''
      ? 'No orders yet. Create an order through the API to see its timeline here.'
      : 'No order matches. Search for the start of a code or transaction ID, part of a reference or email, or an amount such as 49.90.';
  return html`<section id="orders" aria-labelledby="orders-title">
<h1 id="orders-title">Orders <small>${total}</small></h1>
${rows.length === 0 ? html`<p class="empty">${empty}</p>` : orderTable(rows, merchants.length > 1)}
${pages > 1 && pageLinks(orders)}
</section>`;
}

function orderTable(rows: readonly OrderRow[], hasMerchants: boolean): Html {
  const line = (text: string | null): Html | string => (text ? oneLine(hideSecrets(text)) : '–');
  return table<OrderRow>(
    'Orders',
    rows,
    {
      'Created (UTC)': ({ order }) => shortMoment(order.createdAt),
      ...(hasMerchants && { Merchant: ({ merchantName }: OrderRow) => oneLine(merchantName) }),
      Order: ({ order: { code } }) =>
        html`<span class="whole"><a href="${orderPath(code)}">${shortId(code)}</a> ${copyButton('order code', code)}</span>`,
      State: ({ order, transactions }) => orderChips(order, transactions),
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
    { numeric: 'Amount' },
  );
}

function pageLinks({ page, pages, search, merchantId }: OrderPage): Html {
  const link = (to: number, text: string): Html => {
    const query = new URLSearchParams({
      view: 'orders',
      ...(search !== '' && { q: search }),
      ...(merchantId !== '' && { merchant: merchantId }),
      page: String(to),
    });
    return html`<a href="${CONSOLE_PATH}?${query.toString()}">${text}</a>`;
  };
  return html`<div class="pages"><span>${page > 1 && link(page - 1, 'Newer orders')}</span><span class="dim">Page ${page} of ${pages}</span><span>${page < pages && link(page + 1, 'Older orders')}</span></div>`;
}

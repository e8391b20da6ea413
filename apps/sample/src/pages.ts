import type { Order } from './orders.js';

const euro = (minorUnits: number): string => `EUR ${(minorUnits / 100).toFixed(2)}`;

const STYLE = `
:root { color-scheme: light dark; background: light-dark(#fff, #12171d); font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 44rem; margin: 0 auto; padding: 1rem; }
nav { display: flex; gap: 1.5rem; border-bottom: 1px solid #8888; }
nav a, button, input { min-height: 2.75rem; font: inherit; }
nav a { display: inline-flex; align-items: center; }
a { color: light-dark(#0b5c72, #7fd3ea); }
label { display: block; margin: 1rem 0; }
input { display: block; width: 100%; box-sizing: border-box; padding: 0 .75rem; border: 1px solid #888; border-radius: .5rem; }
button { padding: 0 1.25rem; border: 0; border-radius: .5rem; background: #0b5c72; color: #fff; cursor: pointer; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .5rem .75rem .5rem 0; border-bottom: 1px solid #8888; text-align: left; }
@media (max-width: 36rem) {
  thead { display: none; }
  tr { display: grid; grid-template-columns: 1fr auto; border-bottom: 1px solid #8888; }
  td { border: 0; }
}`;

const page = (title: string, body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title}</title><style>${STYLE}</style>${head}</head>
  <body><nav><a href="/">Shop</a><a href="/admin">Orders</a></nav><main><h1>${title}</h1>${body}</main></body></html>`;

const dateTime = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export const productPage = (orderId: string, price: number): string =>
  page(
    'Stoneware mug',
    `<p>${euro(price)}</p>
    <form method="post" action="/checkout">
      <input type="hidden" name="order" value="${orderId}">
      <label>Email <input type="email" name="email" autocomplete="email" maxlength="50" required></label>
      <button>Buy</button>
    </form>`,
  );

const STATUS_TEXT = {
  pending: 'Waiting for the payment. This page refreshes.',
  paid: 'Paid. Thank you!',
  refunded: 'Refunded.',
  review: 'We are checking your payment.',
} as const;

export const orderPage = (order: Order | undefined): string =>
  order === undefined
    ? page('Order not found', '<p><a href="/">Back to the shop</a></p>')
    : page(
        'Your order',
        `<p>${euro(order.amount)}: ${STATUS_TEXT[order.status]}</p><p>Placed ${dateTime(order.created_at)}</p>
        <p><a href="/">Back to the shop</a></p>`,
        order.status === 'pending' ? '<meta http-equiv="refresh" content="2">' : '',
      );

const refundForm = ({ id }: Order): string =>
  `<form method="post" action="/admin/orders/${id}/refund"><button>Refund</button></form>
  <form method="post" action="/admin/orders/${id}/check"><button>Check for disputes</button></form>`;

export const adminPage = (orders: readonly Order[]): string =>
  page(
    'Orders',
    `<table><thead><tr><th>Placed</th><th>Order</th><th>Amount</th><th>Status</th><th>Action</th></tr></thead><tbody>${orders
      .map(
        (order) =>
          `<tr><td>${dateTime(order.created_at)}</td><td title="${order.id}">${order.id.slice(0, 8)}</td><td>${euro(order.amount)}</td><td>${order.status}</td>
           <td>${order.status === 'paid' ? refundForm(order) : ''}</td></tr>`,
      )
      .join('')}</tbody></table>`,
  );

import type { Order } from './orders.js';

const euro = (minorUnits: number): string => `EUR ${(minorUnits / 100).toFixed(2)}`;

const page = (title: string, body: string, head = ''): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>${head}<h1>${title}</h1>${body}</html>`;

export const productPage = (orderId: string, price: number): string =>
  page(
    'Stoneware mug',
    `<p>${euro(price)}</p>
    <form method="post" action="/checkout">
      <input type="hidden" name="order" value="${orderId}">
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
        `<p>${euro(order.amount)}: ${STATUS_TEXT[order.status]}</p>`,
        order.status === 'pending' ? '<meta http-equiv="refresh" content="2">' : '',
      );

const refundForm = ({ id }: Order): string =>
  `<form method="post" action="/admin/orders/${id}/refund"><button>Refund</button></form>`;

export const adminPage = (orders: readonly Order[]): string =>
  page(
    'Orders',
    `<table>${orders
      .map(
        (order) =>
          `<tr><td>${order.id}</td><td>${euro(order.amount)}</td><td>${order.status}</td>
           <td>${order.status === 'paid' ? refundForm(order) : ''}</td></tr>`,
      )
      .join('')}</table>`,
  );

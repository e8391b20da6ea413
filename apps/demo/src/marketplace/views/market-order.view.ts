import { html } from '../../html.js';
import { orderState, OrderState, refundedAmount } from '../../orders/order-state.js';
import type { PageView } from '../../views/layout.js';
import { money } from '../../views/money.js';
import { orderedGoods, orderPage, orderStatus } from '../../views/order.view.js';
import { status, type Status } from '../../views/parts.js';
import { sellerName } from '../market-goods.js';
import type { MarketOrder } from '../orders/market-order.js';

/** Describes an order's state. */
export function marketOrderStatus(order: MarketOrder, now: number): Status {
  const refunded = refundedAmount(order);
  return orderState(order, now) === OrderState.Paid && refunded > 0
    ? status('good', 'Paid', `${money(refunded)} was refunded to you.`)
    : orderStatus(order, now);
}

/** Shows an order to its customer. */
export function marketOrderView(order: MarketOrder, now: number): PageView {
  const lines = order.lines.map((line) => ({
    ...line,
    name: `${line.name}, ${sellerName(line.sellerKey)}`,
  }));
  const back = html`<a class="change" href="/marketplace">Back to the market</a>`;
  return orderPage(order, {
    address: `/marketplace/orders/${order.id}`,
    status: marketOrderStatus(order, now),
    now,
    beside: orderedGoods({ lines, amount: order.amount }, back),
  });
}

import type { AccountServices } from '../../wiring/merchant-services.js';
import type { OperationHandler } from '../../http/operation.js';
import { MIN_ORDER_AMOUNT } from '../../domain/order.js';
import { orderCodeOf } from './order-fields.js';

/** Updates an order. The response is an empty 200. @see contract/payments.json payments.updateOrder */
export const updateOrder =
  ({ orders }: AccountServices): OperationHandler =>
  ({ path, body }) => {
    const changes = {
      amount: body.integer('amount', { min: MIN_ORDER_AMOUNT }),
      expiresAt: body.dateTime('expirationDate'),
      disablePaidState: body.boolean('disablePaidState'),
      cancelled: body.boolean('isCanceled'),
    };
    body.check();
    orders.update(orderCodeOf(path), changes);
    return { status: 200 };
  };

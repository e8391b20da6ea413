import { MIN_ORDER_AMOUNT } from '../../domain/order.js';
import type { MerchantHandler } from '../handler.js';
import { orderCodeOf } from './order-fields.js';

/** Updates an order. The response is an empty 200. @see contract/openapi/payments.yaml payments.updateOrder */
export const updateOrder: MerchantHandler = ({ orders }, { path, body }) => {
  const changes = body.checked({
    amount: body.integer('amount', { minimum: MIN_ORDER_AMOUNT }),
    expiresAt: body.dateTime('expirationDate'),
    disablePaidState: body.boolean('disablePaidState'),
    cancelled: body.boolean('isCanceled'),
  });
  orders.update(orderCodeOf(path), changes);
  return { status: 200 };
};

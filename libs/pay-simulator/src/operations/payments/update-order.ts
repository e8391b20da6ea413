import type { UpdateOrderBody } from '../request-values.generated.js';
import { MIN_ORDER_AMOUNT } from '../../domain/order.js';
import type { MerchantHandler } from '../handler.js';
import { orderCodeOf } from './order-fields.js';

/** Updates an order. The response is an empty 200. @see contract/openapi/payments.yaml payments.updateOrder */
export const updateOrder: MerchantHandler = ({ orders }, { path, body }) => {
  const amount = body.integer('amount', { minimum: MIN_ORDER_AMOUNT });
  const { expirationDate: expiresAt, disablePaidState, isCanceled: cancelled } = body.rest<UpdateOrderBody>();
  orders.update(orderCodeOf(path), { amount, expiresAt, disablePaidState, cancelled });
  return { status: 200 };
};

import type { UpdateOrderBody } from '../request-values.generated.js';
import type { MerchantHandler } from '../handler.js';
import { orderCodeOf } from './order-fields.js';

/** Updates an order. The response is an empty 200. @see contract/openapi/payments.yaml payments.updateOrder */
export const updateOrder: MerchantHandler<UpdateOrderBody> = ({ orders }, { path, body }) => {
  const { amount, expirationDate: expiresAt, disablePaidState, isCanceled: cancelled } = body;
  orders.update(orderCodeOf(path), { amount, expiresAt, disablePaidState, cancelled });
  return { status: 200 };
};

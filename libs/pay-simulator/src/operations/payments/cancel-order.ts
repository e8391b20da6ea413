import { legacyEnvelope } from '../../http/error-shapes.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { orderCodeOf } from './order-fields.js';

/**
 * Cancels an unpaid order. A canceled or paid order does not change, and the response is a success.
 * @see contract/openapi/payments.yaml payments.cancelOrder
 */
export const cancelOrder: MerchantHandler = ({ clock, orders }, { path }) => {
  const order = orders.cancel(orderCodeOf(path));
  return ok({ OrderCode: BigInt(order.code), ...legacyEnvelope(clock.now()) });
};

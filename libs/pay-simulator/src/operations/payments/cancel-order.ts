import { legacyEnvelope } from '../../http/error-shapes.js';
import type { AccountServices } from '../../wiring/merchant-services.js';
import { ok, type OperationHandler } from '../../http/operation.js';
import { orderCodeOf } from './order-fields.js';

/**
 * Cancels an unpaid order. A canceled or paid order does not change, and the response is a success.
 * @see contract/payments.json payments.cancelOrder
 */
export const cancelOrder =
  ({ clock, orders }: AccountServices): OperationHandler =>
  ({ path }) => {
    const order = orders.cancel(orderCodeOf(path));
    return ok({ OrderCode: BigInt(order.code), ...legacyEnvelope(clock.now()) });
  };

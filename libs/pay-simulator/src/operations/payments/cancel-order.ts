import { legacyEnvelope } from '../../http/error-shapes.js';
import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../operation.js';
import { orderCode } from './order-code.js';

/**
 * Cancels an unpaid order. Says success for a cancelled and even for a paid one, which it leaves as it is.
 * @see contract/payments.json payments.cancelOrder
 */
export const cancelOrder =
  ({ clock, orders }: Pick<Services, 'clock' | 'orders'>): OperationHandler =>
  ({ path }) => {
    const order = orders.cancel(orderCode(path));
    return { status: 200, json: { OrderCode: BigInt(order.code), ...legacyEnvelope(clock.now()) } };
  };

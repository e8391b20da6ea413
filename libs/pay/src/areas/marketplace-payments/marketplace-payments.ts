import { Area } from '../../core/area.js';
import type { CallOptions } from '../../core/call-options.js';
import type { MethodReturn } from '../../core/method-return.js';
import type { OrderCodeInput } from '../../core/order-code.js';
import { CANCEL_ORDER } from '../payments/payments.operations.js';
import type { LegacyOrderAnswer } from '../payments/payments.types.js';

/** Orders of a platform. */
export class MarketPlacePayments extends Area {
  /**
   * Cancels an unpaid order, as a merchant does: the service also answers success for a paid order and changes nothing.
   *
   * @see https://github.com/VivaPayments/API/issues/2360
   */
  cancelOrder(orderCode: OrderCodeInput, call?: CallOptions): Promise<MethodReturn<LegacyOrderAnswer>> {
    return this.sender.send(CANCEL_ORDER, { path: { orderCode } }, call);
  }
}

import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import { RETRIEVE_FEES } from './fees.operations.js';
import type { OrderFees, RetrieveFeesOptions } from './fees.types.js';

/** What an order costs the merchant. */
export class PayFees extends Area {
  /**
   * The fees that apply to an order for an amount. Fails with `notfound` when this merchant has no such order.
   *
   * @param options amount in minor units; answered in MAJOR units.
   * @see https://developer.viva.com/tutorials/
   */
  retrieveFees(options: RetrieveFeesOptions, call?: CallOptions): Promise<MethodReturn<OrderFees>> {
    return this.sender.send(RETRIEVE_FEES, { options }, call);
  }
}

import { operations } from '../define-operation.js';
import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type { RetrieveFeesOptions } from '../options.generated.js';
import type { OrderFees } from '../results.generated.js';

/** Retrieves the fees of an order. */
export class PayFees extends Area {
  /**
   * Retrieves the fees that apply to an order for an amount. Fails with `notfound` if this merchant has no such
   * order.
   *
   * @param options `amount` is in minor units. The result is in MAJOR units.
   * @example
   * const fees = await pay.fees.retrieveFees({ orderCode, amount: 2450 });
   * @see https://developer.viva.com/tutorials/
   */
  retrieveFees(options: RetrieveFeesOptions, call?: CallOptions): Promise<MethodReturn<OrderFees>> {
    return this.sender.send(operations['fees.retrieveFees'], { options }, call);
  }
}

import { IsvPaymentsMethods } from '../methods.generated.js';
import { operations } from '../define-operation.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type { CreateIsvOrderOptions } from '../options.generated.js';
import type { CreateOrderResult } from '../results.generated.js';

/** Creates, reads and cancels payment orders of connected merchants, with the ISV's fee. */
export class IsvPayments extends IsvPaymentsMethods {
  /**
   * Creates a payment order for a connected merchant. Then send the customer to `getSmartCheckout({ orderCode })`.
   * Fails with `forbidden` if the merchant is not connected to this ISV.
   * After `outcome: 'unknown'`, a second call may create a second order. All calls with the same call option
   * `idempotencyKey` return one order.
   *
   * @param merchantId Merchant ID of the connected merchant from `connectedAccounts.getAccountDatas`, not its
   *   account ID.
   * @param orderData Amounts are in minor units; `amount` includes `isvAmount`.
   * @example
   * const order = await isv.payments.createOrder(merchantId, {
   *   amount: 2450, // minor units: 24.50
   *   isvAmount: 100, // minor units, included in amount: the merchant gets 23.50 less the service's commission
   *   customerTrns: '2 tickets',
   * });
   * @see https://developer.viva.com/isv-partner-program
   */
  createOrder(
    merchantId: string,
    orderData: CreateIsvOrderOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<CreateOrderResult>> {
    return this.sender.send(
      operations['isv:payments.createOrder'],
      { query: { merchantId }, options: orderData },
      call,
    );
  }
}

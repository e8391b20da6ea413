import { operations } from '../define-operation.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type { CreateIsvOrderOptions, IsvOrderOptions } from '../options.generated.js';
import { OutcomeArea } from '../outcome-area.js';
import type { CreateOrderResult, LegacyOrderResponse, Order } from '../results.generated.js';

/** Creates, reads and cancels payment orders of connected merchants, with the ISV's fee. */
export class IsvPayments extends OutcomeArea {
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

  /**
   * Reads a connected merchant's order and its state. Amounts are in MAJOR units, without a currency. Uses reseller
   * authentication.
   * Fails with `notfound` if that merchant has no such order.
   *
   * @example
   * const order = await isv.payments.getOrder({ orderCode, targetMerchantId });
   * @see https://developer.viva.com/isv-partner-program
   */
  getOrder(options: IsvOrderOptions, call?: CallOptions): Promise<MethodReturn<Order>> {
    return this.sender.send(operations['isv:payments.getOrder'], { options }, call);
  }

  /**
   * Cancels a connected merchant's unpaid order. Uses reseller authentication.
   * The service also reports success for a paid or canceled order, and changes nothing. To be sure, read the order
   * with {@link getOrder}.
   *
   * @example
   * const canceled = await isv.payments.cancelOrder({ orderCode, targetMerchantId });
   * @see https://developer.viva.com/isv-partner-program
   */
  cancelOrder(options: IsvOrderOptions, call?: CallOptions): Promise<MethodReturn<LegacyOrderResponse>> {
    return this.sender.send(operations['isv:payments.cancelOrder'], { options }, call);
  }
}

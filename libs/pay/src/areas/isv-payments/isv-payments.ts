import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type { CreateOrderResult, LegacyOrderAnswer, Order } from '../payments/payments.types.js';
import { CANCEL_ISV_ORDER, CREATE_ISV_ORDER, GET_ISV_ORDER } from './isv-payments.operations.js';
import type { CreateIsvOrderOptions, IsvOrderOptions } from './isv-payments.types.js';
import { OutcomeArea } from '../../outcome/outcome-area.js';

/** Payment orders of connected merchants, with the ISV's fee in them. */
export class IsvPayments extends OutcomeArea {
  /**
   * Creates a payment order for a connected merchant. Send the customer to `getSmartCheckout({ orderCode })` next.
   * The service ignores idempotency keys here: after `outcome: 'unknown'` a repeat may make a second order.
   * Fails with `forbidden` when the merchant is not connected to this ISV.
   *
   * @param merchantId of the connected merchant (`connectedAccounts.getAccountDatas`); not its account id.
   * @param orderData amounts in minor units; `isvAmount` is contained in `amount`.
   * @see contract/isv.json payments.createOrder
   */
  createOrder(
    merchantId: string,
    orderData: CreateIsvOrderOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<CreateOrderResult>> {
    return this.sender.send(CREATE_ISV_ORDER, { query: { merchantId }, options: orderData }, call);
  }

  /**
   * Reads a connected merchant's order and its state. Amounts come in MAJOR units, without a currency.
   * Reseller authentication. Fails with `notfound` when that merchant has no such order.
   *
   * @see contract/isv.json payments.getOrder
   */
  getOrder(options: IsvOrderOptions, call?: CallOptions): Promise<MethodReturn<Order>> {
    return this.sender.send(GET_ISV_ORDER, { options }, call);
  }

  /**
   * Cancels a connected merchant's unpaid order. The service answers success for a paid or already cancelled order as
   * well, and changes nothing: to be sure, read it with {@link getOrder}. Reseller authentication.
   *
   * @see contract/isv.json payments.cancelOrder
   */
  cancelOrder(options: IsvOrderOptions, call?: CallOptions): Promise<MethodReturn<LegacyOrderAnswer>> {
    return this.sender.send(CANCEL_ISV_ORDER, { options }, call);
  }
}

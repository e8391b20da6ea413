import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type { OrderCodeInput } from '../../core/values/order-code.js';
import { CANCEL_ORDER } from '../payments/payments.operations.js';
import type { CreateOrderResult, LegacyOrderAnswer } from '../payments/payments.types.js';
import { CREATE_MARKETPLACE_ORDER } from './marketplace-payments.operations.js';
import type { CreateMarketplaceOrderOptions } from './marketplace-payments.types.js';

/** Orders of a platform: customers pay the platform, which passes the sellers' shares on. */
export class MarketPlacePayments extends Area {
  /**
   * Creates a payment order on the platform's account. With `transfer` a part goes to one seller by itself when the payment
   * settles; event 8448 tells its `TransferId` as soon as the customer has paid.
   * The service ignores idempotency keys here: after `outcome: 'unknown'` a repeat may make a second order.
   * `forbidden`: the credentials are not a marketplace's, ordinary checkout credentials do not open it.
   *
   * @param options amounts in minor units.
   * @see contract/marketplace.json payments.createOrder
   */
  createOrder(
    options: CreateMarketplaceOrderOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<CreateOrderResult>> {
    return this.sender.send(CREATE_MARKETPLACE_ORDER, { options }, call);
  }

  /**
   * Cancels an unpaid order, as a merchant does: the service also answers success for a paid order and changes nothing.
   *
   * @see https://github.com/VivaPayments/API/issues/2360
   */
  cancelOrder(orderCode: OrderCodeInput, call?: CallOptions): Promise<MethodReturn<LegacyOrderAnswer>> {
    return this.sender.send(CANCEL_ORDER, { path: { orderCode } }, call);
  }
}

import { operations } from '../define-operation.js';
import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type { OrderCodeInput } from '../order-code.js';
import { CREATE_MARKETPLACE_ORDER } from './marketplace-payments.operations.js';
import type { CreateMarketplaceOrderOptions } from '../options.generated.js';
import type { CreateOrderResult, LegacyOrderResponse } from '../results.generated.js';

/** Creates and cancels orders of a platform. Customers pay the platform, which passes on the sellers' shares. */
export class MarketPlacePayments extends Area {
  /**
   * Creates a payment order on the platform's account.
   * With `transfer`, one seller receives a part automatically when the payment clears. Event 8448 carries the
   * `TransferId` as soon as the customer has paid.
   * Fails with `forbidden` if the credentials are not those of a marketplace.
   * After `outcome: 'unknown'`, a second call may create a second order. All calls with the same call option
   * `idempotencyKey` return one order.
   *
   * @param options Amounts are in minor units.
   * @example
   * const order = await marketplace.payments.createOrder({
   *   amount: 10_000, // minor units
   *   merchantTrns: 'order-1001',
   *   transfer: {
   *     connectedAccountId,
   *     amount: 9000, // goes to the seller
   *     platformFee: 1000, // is deducted from it
   *   },
   * });
   * @see https://developer.viva.com/apis-for-payments/marketplace-api/
   */
  createOrder(
    options: CreateMarketplaceOrderOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<CreateOrderResult>> {
    return this.sender.send(CREATE_MARKETPLACE_ORDER, { options }, call);
  }

  /**
   * Cancels an unpaid order. The service also reports success for a paid order, and changes nothing.
   *
   * @example
   * const canceled = await pay.payments.cancelOrder(orderCode);
   * @see https://github.com/VivaPayments/API/issues/2360
   */
  cancelOrder(orderCode: OrderCodeInput, call?: CallOptions): Promise<MethodReturn<LegacyOrderResponse>> {
    return this.sender.send(operations['payments.cancelOrder'], { path: { orderCode } }, call);
  }
}

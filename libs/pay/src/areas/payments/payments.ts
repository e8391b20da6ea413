import { operations } from '../define-operation.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type { OrderCodeInput } from '../order-code.js';
import type {
  CreateLegacyOrderOptions,
  CreateOrderOptions,
  UpdateOrderOptions,
} from '../options.generated.js';
import { OutcomeArea } from '../outcome-area.js';
import type { CreateOrderResult, LegacyOrderResponse, Order } from '../results.generated.js';

/** Creates, reads, changes and cancels payment orders. Each attempt to pay an order creates a transaction. */
export class PayPayments extends OutcomeArea {
  /**
   * Creates a payment order. Then send the customer to `getSmartCheckout({ orderCode })`.
   * Fails with `rejected` if the service does not accept an option, and with `forbidden` if the merchant cannot use
   * the payment source.
   * After `outcome: 'unknown'`, a second call may create a second order. All calls with the same call option
   * `idempotencyKey` return one order.
   *
   * @param options Amounts are in minor units.
   * @example
   * const result = await pay.payments.createOrder({ amount: 1000 }, { idempotencyKey: 'order-77' });
   * @see https://developer.viva.com/tutorials/payments/create-a-payment-order/
   */
  createOrder(options: CreateOrderOptions, call?: CallOptions): Promise<MethodReturn<CreateOrderResult>> {
    return this.sender.send(operations['payments.createOrder'], { options }, call);
  }

  /**
   * Reads an order and its state. Amounts are in MAJOR units, without a currency.
   * Fails with `notfound` if this merchant has no such order.
   *
   * @example
   * const order = await pay.payments.getOrder(orderCode);
   * @see https://github.com/VivaPayments/API/issues/2361
   */
  getOrder(orderCode: OrderCodeInput, call?: CallOptions): Promise<MethodReturn<Order>> {
    return this.sender.send(operations['payments.getOrder'], { path: { orderCode } }, call);
  }

  /**
   * Changes the amount, expiry, cancellation or multi-payment setting of an order. The result has no payload.
   *
   * @param options `amount` is in minor units.
   * @example
   * const updated = await pay.payments.updateOrder(orderCode, { amount: 1990 });
   * @see https://github.com/VivaPayments/API/issues/2327
   */
  updateOrder(
    orderCode: OrderCodeInput,
    options: UpdateOrderOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<null>> {
    return this.sender.send(operations['payments.updateOrder'], { path: { orderCode }, options }, call);
  }

  /**
   * Cancels an unpaid order.
   * The service also reports success for a paid or canceled order, and changes nothing. To be sure, read the order
   * with {@link getOrder}: state 2 is canceled, 3 is paid.
   *
   * @example
   * const canceled = await pay.payments.cancelOrder(orderCode);
   * @see https://github.com/VivaPayments/API/issues/2360
   */
  cancelOrder(orderCode: OrderCodeInput, call?: CallOptions): Promise<MethodReturn<LegacyOrderResponse>> {
    return this.sender.send(operations['payments.cancelOrder'], { path: { orderCode } }, call);
  }

  /**
   * Creates an order through the service's older endpoint (Basic auth). All calls with the same call option
   * `idempotencyKey` return one order.
   *
   * @param options Amounts are in minor units.
   * @deprecated Deprecated by the service. Use {@link createOrder}.
   * @example
   * const order = await pay.payments.createLegacyOrder({
   *   amount: 2450, // minor units: 24.50
   *   email: 'jane@example.com',
   *   fullName: 'Jane Roe',
   * });
   * @see https://developer.viva.com/integration-reference/basic-auth
   */
  createLegacyOrder(
    options: CreateLegacyOrderOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<LegacyOrderResponse>> {
    return this.sender.send(operations['payments.createLegacyOrder'], { options }, call);
  }
}

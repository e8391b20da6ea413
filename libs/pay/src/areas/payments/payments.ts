import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type { OrderCodeInput } from '../../core/values/order-code.js';
import {
  CANCEL_ORDER,
  CREATE_LEGACY_ORDER,
  CREATE_ORDER,
  GET_ORDER,
  UPDATE_ORDER,
} from './payments.operations.js';
import type {
  CreateLegacyOrderOptions,
  CreateOrderOptions,
  CreateOrderResult,
  LegacyOrderAnswer,
  Order,
  UpdateOrderOptions,
} from './payments.types.js';
import { OutcomeArea } from '../../outcome/outcome-area.js';

/** Payment orders: what a customer is asked to pay. Each attempt to pay one makes a transaction. */
export class PayPayments extends OutcomeArea {
  /**
   * Creates a payment order. Send the customer to `getSmartCheckout({ orderCode })` next.
   * The service ignores idempotency keys here: after `outcome: 'unknown'` a repeat may make a second order.
   *
   * @param options amounts in minor units.
   * @see https://developer.viva.com/tutorials/payments/create-a-payment-order/
   */
  createOrder(options: CreateOrderOptions, call?: CallOptions): Promise<MethodReturn<CreateOrderResult>> {
    return this.sender.send(CREATE_ORDER, { options }, call);
  }

  /**
   * Reads an order and its state. Amounts come in MAJOR units, without a currency.
   * Fails with `notfound` when this merchant has no such order.
   *
   * @see https://github.com/VivaPayments/API/issues/2361
   */
  getOrder(orderCode: OrderCodeInput, call?: CallOptions): Promise<MethodReturn<Order>> {
    return this.sender.send(GET_ORDER, { path: { orderCode } }, call);
  }

  /**
   * Changes amount (minor units), expiry, cancellation or multi-payment of a standing order. The answer has no payload.
   *
   * @see https://github.com/VivaPayments/API/issues/2327
   */
  updateOrder(
    orderCode: OrderCodeInput,
    options: UpdateOrderOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<null>> {
    return this.sender.send(UPDATE_ORDER, { path: { orderCode }, options }, call);
  }

  /**
   * Cancels an unpaid order. The service answers success for a paid or already cancelled order as well, and changes nothing:
   * to be sure, read it with {@link getOrder} (2 is cancelled, 3 was paid).
   *
   * @see https://github.com/VivaPayments/API/issues/2360
   */
  cancelOrder(orderCode: OrderCodeInput, call?: CallOptions): Promise<MethodReturn<LegacyOrderAnswer>> {
    return this.sender.send(CANCEL_ORDER, { path: { orderCode } }, call);
  }

  /**
   * Creates an order through the service's older endpoint (Basic auth).
   *
   * @deprecated by the service; use {@link createOrder}.
   * @see https://developer.viva.com/integration-reference/basic-auth
   */
  createLegacyOrder(
    options: CreateLegacyOrderOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<LegacyOrderAnswer>> {
    return this.sender.send(CREATE_LEGACY_ORDER, { options }, call);
  }
}

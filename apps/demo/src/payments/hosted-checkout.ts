import { Inject, Injectable, Logger } from '@nestjs/common';
import type { ConfigType } from '@nestjs/config';
import { getSmartCheckout, OrderState as ServiceOrderState, payConfig, PayPayments } from 'nestjs-pay';
import type { MethodFailure } from 'nestjs-pay';
import { orderReference, type Order } from '../orders/order.js';
import { OrderService } from '../orders/order.service.js';
import { isPayable } from '../orders/order-state.js';
import { PAYMENT_TIMEOUT_SECONDS } from '../payment-timeout.js';
import { ShopEnvironment } from '../shop.environment.js';
import { SingleFlight } from '../single-flight.js';

/** The address of the payment page, or why there is none. */
export type CheckoutOpening = { readonly success: true; readonly address: string } | MethodFailure;

/** The way to the hosted payment page, and what the shop asks the service about an order. */
@Injectable()
export class HostedCheckout {
  private readonly logger = new Logger(HostedCheckout.name);
  private readonly opening = new SingleFlight<CheckoutOpening>();

  constructor(
    private readonly payments: PayPayments,
    private readonly orders: OrderService,
    private readonly environment: ShopEnvironment,
    @Inject(payConfig.KEY) private readonly config: ConfigType<typeof payConfig>,
  ) {}

  /** Origin of the payment page, for the Content-Security-Policy: forms of the shop lead there by redirect. */
  get origin(): string {
    return new URL(this.addressOf('1')).origin;
  }

  /**
   * Opens the payment page of an order. The service is asked for a payment order once: a second try on the same order goes to
   * the same page, and two clicks at once share one call.
   */
  open(order: Order): Promise<CheckoutOpening> {
    if (order.service !== null)
      return Promise.resolve({ success: true, address: this.addressOf(order.service.orderCode) });
    return this.opening.do(order.id, () => this.create(order));
  }

  /**
   * Asks the service about an order whose time to pay is over: expiry sends no webhook. Only the end of an unpaid order is
   * taken from the answer; that it was paid is for the confirmed webhook to say.
   */
  async settleExpiry(order: Order): Promise<Order> {
    if (order.service === null || !isPayable(order) || this.environment.now() < order.service.expiresAt)
      return order;
    const result = await this.payments.getOrder(order.service.orderCode);
    if (!result.success) {
      this.logger.warn(`order ${orderReference(order)}: ${result.message}`);
      return order;
    }
    switch (result.data.StateId) {
      case ServiceOrderState.Expired:
        return this.orders.record(order.id, { kind: 'expired' });
      case ServiceOrderState.Canceled:
        return this.orders.record(order.id, { kind: 'cancelled' });
      case ServiceOrderState.Paid:
        this.logger.warn(`order ${orderReference(order)} is paid, but its webhook has not come yet`);
        return order;
      default:
        return order;
    }
  }

  private async create(order: Order): Promise<CheckoutOpening> {
    const { customer, amount, currency, lines } = order;
    const result = await this.payments.createOrder({
      amount,
      currencyCode: currency,
      paymentTimeout: PAYMENT_TIMEOUT_SECONDS,
      merchantTrns: order.id,
      customerTrns: lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', '),
      customer: { email: customer.email, fullName: customer.name, requestLang: customer.language },
    });
    if (!result.success) {
      // Never repeated here: after `outcome: 'unknown'` the service may have the order, and a repeat would make a second one.
      this.logger.warn(`order ${orderReference(order)}: ${result.message}`);
      return result;
    }
    const expiresAt = this.environment.now() + PAYMENT_TIMEOUT_SECONDS * 1000;
    const { service } = await this.orders.attach(order.id, {
      orderCode: result.data.orderCodeText,
      expiresAt,
    });
    return { success: true, address: this.addressOf(service?.orderCode ?? result.data.orderCodeText) };
  }

  /** Address of the payment page of an order that the service knows. */
  addressOf(orderCode: string): string {
    const { dev, endpoints } = this.config.wallet ?? {};
    return getSmartCheckout({ orderCode, dev, endpoints, color: '2f5d62' });
  }
}

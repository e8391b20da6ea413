import { Inject, Injectable, Logger } from '@nestjs/common';
import type { ConfigType } from '@nestjs/config';
import { getSmartCheckout, payConfig, PayPayments, PayReconciler } from 'nestjs-pay';
import type { MethodFailure } from 'nestjs-pay';
import { SHOP_COLOR } from '../catalogue/goods.js';
import { linesText, orderReference, PAYMENT_TIMEOUT_SECONDS, type Order } from '../orders/order.js';
import { Orders } from '../orders/orders.service.js';
import { isPayable } from '../orders/order-state.js';
import { ShopEnvironment } from '../shop.environment.js';

/** Address of the payment page, or why it could not be opened. */
export type CheckoutOpening = { readonly success: true; readonly address: string } | MethodFailure;

/** Opens the hosted payment page, and asks the service about orders that were not paid in time. */
@Injectable()
export class HostedCheckout {
  private readonly logger = new Logger(HostedCheckout.name);

  constructor(
    private readonly payments: PayPayments,
    private readonly reconciler: PayReconciler,
    private readonly orders: Orders,
    private readonly environment: ShopEnvironment,
    @Inject(payConfig.KEY) private readonly config: ConfigType<typeof payConfig>,
  ) {}

  /** Origin of the payment page, for the Content-Security-Policy: the shop's forms redirect to it. */
  get origin(): string {
    return new URL(this.addressOf('1')).origin;
  }

  /** Creates the payment order of an order, once for each order, and returns the address of its payment page. */
  async open(order: Order): Promise<CheckoutOpening> {
    if (order.service !== null) return { success: true, address: this.addressOf(order.service.orderCode) };
    const { id, customer, amount, currency, lines, isHold = false } = order;
    const result = await this.payments.createOrder(
      {
        amount,
        currencyCode: currency,
        preauth: isHold,
        paymentTimeout: PAYMENT_TIMEOUT_SECONDS,
        merchantTrns: id,
        customerTrns: linesText(lines),
        customer: { email: customer.email, fullName: customer.name, requestLang: customer.language },
      },
      // Double clicks and restarts get the same payment order.
      { idempotencyKey: `order:${id}` },
    );
    if (!result.success) {
      this.logger.warn(`order ${orderReference(order)}: ${result.message}`);
      return result;
    }
    const expiresAt = this.environment.now() + PAYMENT_TIMEOUT_SECONDS * 1000;
    const { orderCodeText: orderCode } = result.data;
    await this.orders.attach(id, { orderCode, expiresAt });
    return { success: true, address: this.addressOf(orderCode) };
  }

  /** Asks the service about an order whose time to pay is over: expiry sends no webhook. Its handlers receive the response. */
  async reconcile(order: Order): Promise<void> {
    const { service } = order;
    if (service === null || !isPayable(order) || this.environment.now() < service.expiresAt) return;
    await this.reconciler.reconcile({ orders: [service.orderCode] });
  }

  /** Returns the address of the payment page of a payment order. */
  addressOf(orderCode: string): string {
    const { dev, endpoints } = this.config.wallet ?? {};
    return getSmartCheckout({ orderCode, dev, endpoints, color: SHOP_COLOR });
  }
}

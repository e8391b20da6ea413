import { Logger } from '@nestjs/common';
import { getSmartCheckout } from 'nestjs-pay';
import type { MethodFailure, PayPayments, PayWalletOptions } from 'nestjs-pay';
import { SHOP_COLOR, SHOP_CURRENCY } from '../catalogue/goods.js';
import { Records, type ShopDatabase } from '../database/shop-database.js';
import type { ShopEnvironment } from '../shop.environment.js';
import { linesText, orderReference, PAYMENT_TIMEOUT_SECONDS, totalOf } from './order.js';
import type { Order, OrderDraft } from './order.js';

/** Address of the payment page, or why it could not be opened. */
export type CheckoutOpening = { readonly success: true; readonly address: string } | MethodFailure;

/** The account that the customers of an order book pay. */
export interface CheckoutAccount {
  readonly payments: Pick<PayPayments, 'createOrder'>;
  readonly hosts: Pick<PayWalletOptions, 'dev' | 'endpoints'> | undefined;
  /** Payment source of the orders. Default: the account's own. */
  readonly sourceCode?: string | undefined;
}

/** Stores orders, and opens their payment pages at an account. */
export abstract class OrderBook<One extends Order> extends Records<One> {
  protected readonly logger = new Logger(this.constructor.name);

  /** @param kind - Kind of the records, and prefix of the idempotency keys. The reference of a record is its order code. */
  protected constructor(
    kind: string,
    private readonly account: CheckoutAccount,
    protected readonly environment: ShopEnvironment,
    database: ShopDatabase,
  ) {
    super(database, kind, {
      id: ({ id }) => id,
      submission: ({ submission }) => submission,
      reference: ({ service }) => service?.orderCode ?? null,
    });
  }

  /** Creates the payment order of an order, once for each order, and returns the address of its payment page. */
  async open({ service, ...order }: One): Promise<CheckoutOpening> {
    if (service !== null) return { success: true, address: this.addressOf(service.orderCode) };
    const { id, customer, amount, currency, lines, isHold = false } = order;
    const result = await this.account.payments.createOrder(
      {
        amount,
        currencyCode: currency,
        preauth: isHold,
        paymentTimeout: PAYMENT_TIMEOUT_SECONDS,
        merchantTrns: id,
        customerTrns: linesText(lines),
        customer: { email: customer.email, fullName: customer.name, requestLang: customer.language },
        sourceCode: this.account.sourceCode,
      },
      // Double clicks and restarts get the same payment order.
      { idempotencyKey: `${this.kind}:${id}` },
    );
    if (!result.success) {
      this.logger.warn(`${this.kind} ${orderReference(order)}: ${result.message}`);
      return result;
    }
    const { orderCodeText: orderCode } = result.data;
    const expiresAt = this.environment.now() + PAYMENT_TIMEOUT_SECONDS * 1000;
    await this.update(id, (one) => (one.service ? one : { ...one, service: { orderCode, expiresAt } }));
    return { success: true, address: this.addressOf(orderCode) };
  }

  /** Origin of the payment page, for the Content-Security-Policy: the shop's forms redirect to it. */
  get paymentOrigin(): string {
    return new URL(this.addressOf('1')).origin;
  }

  /** Returns a new order, without an order code and a payment. */
  protected newOrder<Draft extends OrderDraft>(draft: Draft): Draft & Order {
    return {
      ...draft,
      id: this.environment.newId(),
      createdAt: this.environment.now(),
      amount: totalOf(draft.lines),
      currency: SHOP_CURRENCY.code,
      service: null,
      timeline: null,
      decline: null,
    };
  }

  private addressOf(orderCode: string): string {
    const { dev, endpoints } = this.account.hosts ?? {};
    return getSmartCheckout({ orderCode, dev, endpoints, color: SHOP_COLOR });
  }
}

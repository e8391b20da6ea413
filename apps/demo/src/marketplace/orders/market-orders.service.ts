import { Inject, Injectable, Logger } from '@nestjs/common';
import type { ConfigType } from '@nestjs/config';
import { getSmartCheckout, InjectPay, MarketPlacePayments } from 'nestjs-pay';
import { SHOP_COLOR } from '../../catalogue/goods.js';
import { ShopDatabase, type Records } from '../../database/shop-database.js';
import { linesText, orderReference, PAYMENT_TIMEOUT_SECONDS, totalOf } from '../../orders/order.js';
import { ShopEnvironment } from '../../shop.environment.js';
import { MARKET, marketConfig } from '../market-account.js';
import type { MarketDraft, MarketOrder } from './market-order.js';

/** Stores the market's orders, and opens the hosted payment page. */
@Injectable()
export class MarketOrders {
  private readonly logger = new Logger(MarketOrders.name);
  private readonly orders: Records<MarketOrder>;

  constructor(
    @InjectPay(MarketPlacePayments, MARKET) private readonly payments: MarketPlacePayments,
    @Inject(marketConfig.KEY) private readonly config: ConfigType<typeof marketConfig>,
    private readonly environment: ShopEnvironment,
    database: ShopDatabase,
  ) {
    this.orders = database.records<MarketOrder>('market-order', {
      id: ({ id }) => id,
      submission: ({ submission }) => submission,
      reference: ({ service }) => service?.orderCode ?? null,
    });
  }

  /** Stores a new order. The same submission returns the same order. */
  place(draft: MarketDraft): Promise<MarketOrder> {
    return this.orders.add({
      ...draft,
      id: this.environment.newId(),
      createdAt: this.environment.now(),
      amount: totalOf(draft.lines),
      service: null,
      payment: null,
      timeline: null,
      commission: null,
    });
  }

  find(id: string): Promise<MarketOrder | undefined> {
    return this.orders.find(id);
  }

  /** Returns all orders, newest first. */
  async list(): Promise<readonly MarketOrder[]> {
    return [...(await this.orders.all())].reverse();
  }

  /** @param orderCode - Exact digits. */
  async findByOrderCode(orderCode: string): Promise<MarketOrder | undefined> {
    return (await this.orders.of(orderCode))[0];
  }

  /** Changes an order in one transaction. @throws Error if there is no order with that ID. */
  update(id: string, change: (order: MarketOrder) => MarketOrder): Promise<MarketOrder> {
    return this.orders.update(id, change);
  }

  /** Creates the payment order of an order, once, and returns the address of its payment page; null if it did not open. */
  async open(order: MarketOrder): Promise<string | null> {
    const { id, customer, amount, lines, service } = order;
    if (service !== null) return this.addressOf(service.orderCode);
    // There is no automatic transfer, because it works for one seller only.
    const result = await this.payments.createOrder(
      {
        amount,
        paymentTimeout: PAYMENT_TIMEOUT_SECONDS,
        merchantTrns: id,
        customerTrns: linesText(lines),
        customer: { email: customer.email, fullName: customer.name },
        sourceCode: process.env['MARKET_SOURCE_CODE'],
      },
      { idempotencyKey: `market-order:${id}` },
    );
    if (!result.success) {
      this.logger.warn(`market order ${orderReference(order)}: ${result.message}`);
      return null;
    }
    const { orderCodeText: orderCode } = result.data;
    const expiresAt = this.environment.now() + PAYMENT_TIMEOUT_SECONDS * 1000;
    await this.update(id, (one) => (one.service ? one : { ...one, service: { orderCode, expiresAt } }));
    return this.addressOf(orderCode);
  }

  private addressOf(orderCode: string): string {
    const { dev, endpoints } = this.config.marketplace ?? {};
    return getSmartCheckout({ orderCode, dev, endpoints, color: SHOP_COLOR });
  }
}

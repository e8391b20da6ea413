import { Inject, Injectable, Logger } from '@nestjs/common';
import type { ConfigType } from '@nestjs/config';
import { getSmartCheckout, InjectPay, MarketPlacePayments } from 'nestjs-pay';
import { PAYMENT_TIMEOUT_SECONDS } from '../../payment-timeout.js';
import { ShopEnvironment } from '../../shop.environment.js';
import { SingleFlight } from '../../single-flight.js';
import { MARKET, marketConfig } from '../market-account.js';
import { marketReference, type MarketDraft, type MarketOrder } from './market-order.js';
import { MarketOrderStore } from './market-order.store.js';

/** The market's orders, and the way to the hosted payment page. */
@Injectable()
export class MarketCheckout {
  private readonly logger = new Logger(MarketCheckout.name);
  private readonly opening = new SingleFlight<string | null>();

  constructor(
    @InjectPay(MarketPlacePayments, MARKET) private readonly payments: MarketPlacePayments,
    private readonly store: MarketOrderStore,
    private readonly environment: ShopEnvironment,
    @Inject(marketConfig.KEY) private readonly config: ConfigType<typeof marketConfig>,
  ) {}

  /** Makes the order that a customer asked for; a repeated submission gives the same order again. */
  place(draft: MarketDraft): Promise<MarketOrder> {
    return this.store.add({
      ...draft,
      id: this.environment.newId(),
      createdAt: this.environment.now(),
      amount: draft.lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0),
      service: null,
      payment: null,
      split: null,
      commission: null,
      moves: [],
      reports: [],
      refundsSeen: [],
    });
  }

  /**
   * Address of the payment page; null where it did not open. The service is asked for an order once: two clicks at once share
   * one call, and after an unclear answer another order does no harm, because nobody was shown the first one's page.
   */
  async open(order: MarketOrder): Promise<string | null> {
    const known = (await this.store.find(order.id)) ?? order;
    if (known.service !== null) return this.addressOf(known.service.orderCode);
    return this.opening.do(order.id, () => this.create(order));
  }

  private async create(order: MarketOrder): Promise<string | null> {
    const { id, customer, amount, lines } = order;
    // One order over several sellers: no automatic transfer, which serves one seller only.
    const result = await this.payments.createOrder({
      amount,
      paymentTimeout: PAYMENT_TIMEOUT_SECONDS,
      merchantTrns: id,
      customerTrns: lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', '),
      customer: { email: customer.email, fullName: customer.name },
      sourceCode: this.config.marketplace?.sourceCode ?? undefined,
    });
    if (!result.success) {
      this.logger.warn(`market order ${marketReference(order)}: ${result.message}`);
      return null;
    }
    const { orderCodeText: orderCode } = result.data;
    const expiresAt = this.environment.now() + PAYMENT_TIMEOUT_SECONDS * 1000;
    await this.store.update(id, (one) => ({ ...one, service: { orderCode, expiresAt } }));
    return this.addressOf(orderCode);
  }

  private addressOf(orderCode: string): string {
    const { dev, endpoints } = this.config.marketplace ?? {};
    return getSmartCheckout({ orderCode, dev, endpoints, color: '2f5d62' });
  }
}

import { expect } from '@jest/globals';
import { Test } from '@nestjs/testing';
import { pgliteIdempotency, pgliteStore } from 'nestjs-pay/pglite';
import { PayTestingModule, PayTestSimulator } from 'nestjs-pay/testing';
import { newPglite } from '../../../test/pglite.js';
// #region example
import { Injectable, Logger, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import {
  getSmartCheckout,
  PayMarketplaceService,
  OnPayEvent,
  payConfig,
  PayEventType,
  PayModule,
  toMinorUnits,
  unwrap,
} from 'nestjs-pay';
import type {
  PayIdempotency,
  PayInboxStore,
  PaymentCreatedEvent,
  ReceivedPayEvent,
  ReversalCreatedEvent,
} from 'nestjs-pay';
import { PaySplits, PaySplitsModule } from 'nestjs-pay/splits';
import type { PaySplit } from 'nestjs-pay/splits';

/** What a customer buys from one seller, in minor units. */
export interface SellerGoods {
  connectedAccountId: string;
  amount: number;
}

@Injectable()
export class Market {
  private readonly logger = new Logger(Market.name);
  /** Use a table of your own instead: the sellers and the payment of each order. */
  private readonly orders = new Map<string, { sellers: SellerGoods[]; transactionId?: string }>();

  constructor(
    private readonly marketplace: PayMarketplaceService,
    private readonly splits: PaySplits,
  ) {}

  /** Creates an order. Redirect the customer to `url`. */
  async order(sellers: SellerGoods[]): Promise<{ orderCode: string; url: string }> {
    const amount = sellers.reduce((sum, seller) => sum + seller.amount, 0);
    const { orderCodeText: orderCode } = unwrap(await this.marketplace.payments.createOrder({ amount }));
    this.orders.set(orderCode, { sellers });
    const { dev, endpoints } = this.marketplace;
    return { orderCode, url: getSmartCheckout({ orderCode, dev, endpoints }) };
  }

  /** Sends each seller its share. If the event comes twice, no seller is paid twice. */
  @OnPayEvent(PayEventType.TransactionPaymentCreated)
  async paid({ data }: PaymentCreatedEvent): Promise<void> {
    const order = this.orders.get(data.OrderCodeText);
    if (order === undefined) return; // not an order of the market
    order.transactionId = data.TransactionId;
    await this.splits.split({
      transactionId: data.TransactionId,
      amount: toMinorUnits(data.Amount, data.CurrencyCode ?? '978'), // rejected if it is not the sum of the sellers' goods
      sellers: order.sellers,
      platformFee: { basisPoints: 1000 }, // 10 %
    });
  }

  /** One seller's goods come back. `id` is your own ID of the refund. */
  refund(orderCode: string, id: string, amount: number, seller: string): Promise<PaySplit> {
    const transactionId = this.orders.get(orderCode)?.transactionId;
    if (transactionId === undefined) throw new Error(`order ${orderCode} is not paid`);
    return this.splits.refund(transactionId, { id, amount, connectedAccountId: seller });
  }

  /** Resolves a transfer whose response was lost. */
  @OnPayEvent(PayEventType.TransferCreated, { unconfirmed: true })
  async transferred(event: ReceivedPayEvent<typeof PayEventType.TransferCreated>): Promise<void> {
    await this.splits.report(event);
  }

  /** Records a refund that somebody made externally, for example in the service's app. */
  @OnPayEvent(PayEventType.TransactionReversalCreated)
  async refunded(event: ReversalCreatedEvent): Promise<void> {
    const split = await this.splits.report(event);
    if (split !== null && split.unattributed > 0) this.warnOf(split);
  }

  /** Call it once a day. The service sends no event for disputes, so it reads the payments of the last 120 days. */
  async noticeDisputes(): Promise<void> {
    const since = new Date(Date.now() - 120 * 86_400_000);
    for (const split of await this.splits.notice({ since })) this.warnOf(split);
  }

  /** The customer got money without `refund`. `id` is your own ID of the reversal. */
  takeBack(transactionId: string, id: string, amount: number, seller?: string): Promise<PaySplit> {
    return this.splits.reverse(transactionId, { id, amount, connectedAccountId: seller });
  }

  private warnOf({ transactionId, unattributed }: PaySplit): void {
    this.logger.warn(
      `payment ${transactionId}: ${unattributed} left outside the market, and no seller has returned it`,
    );
  }

  /** Call it at boot and every few minutes, for example with `@nestjs/schedule`. */
  async resume(): Promise<void> {
    const open = await this.splits.resume();
    for (const { movements } of open)
      for (const { id, message } of movements) if (message !== null) this.logger.warn(`${id}: ${message}`);
  }
}

@Module({})
export class MarketModule {
  static for(store: PayInboxStore, idempotency: PayIdempotency): DynamicModule {
    return {
      module: MarketModule,
      imports: [
        ConfigModule.forRoot(), // reads .env
        PayModule.forRootAsync({ config: payConfig, idempotency, webhooks: { path: 'pay/webhook' } }),
        PaySplitsModule.forRoot({ store }),
      ],
      providers: [Market],
      exports: [Market],
    };
  }
}
// #endregion

export const run = async (): Promise<void> => {
  const db = await newPglite();
  const imports = [
    MarketModule.for(pgliteStore(db), pgliteIdempotency(db)),
    PayTestingModule.forApp({ clients: ['marketplace'] }),
  ];
  const testing = await Test.createTestingModule({ imports }).compile();
  const app = testing.createNestApplication({ rawBody: true, logger: false });
  try {
    await app.init();
    const [simulator, market] = [app.get(PayTestSimulator), app.get(Market)];
    const mugs = simulator.sellers.connect({ legalName: 'Mugs' }).accountId;
    const books = simulator.sellers.connect({ legalName: 'Books' }).accountId;

    const { orderCode } = await market.order([
      { connectedAccountId: mugs, amount: 6000 },
      { connectedAccountId: books, amount: 4000 },
    ]);
    simulator.pay(orderCode);
    await simulator.settled();
    await simulator.clock.advance('2 days'); // transfers wait until the payment clears
    await market.refund(orderCode, 'refund-1', 4000, books);

    expect(simulator.sellers.get(mugs).available).toBe(5400n);
    expect(simulator.sellers.get(books).available).toBe(0n);
    await market.resume();
    expect((await app.get(PaySplits).books()).platform).toBe(600);
  } finally {
    await app.close();
    await db.close();
  }
};

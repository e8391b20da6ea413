import { expect } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { pgliteIdempotency, pgliteStore } from 'nestjs-pay/pglite';
import { newPglite } from '../../../test/pglite.js';
import { connectedSeller, DAY_MS } from '../world.js';
import type { World } from '../world.js';
// #region example
import { Injectable, Logger, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { OnPayEvent, PayEventType, PayModule } from 'nestjs-pay';
import type {
  PayInboxStore,
  MarketplaceOptions,
  PayIdempotency,
  ReceivedPayEvent,
  SellerShare,
} from 'nestjs-pay';
import { PaySplits, PaySplitsModule } from 'nestjs-pay/splits';
import type { PaySplit } from 'nestjs-pay/splits';

@Injectable()
export class Market {
  private readonly logger = new Logger(Market.name);

  constructor(private readonly splits: PaySplits) {}

  /** Call it for each confirmed payment. A repeated call pays no seller twice. */
  pay(transactionId: string, amount: number, sellers: SellerShare[]): Promise<PaySplit> {
    return this.splits.split({ transactionId, amount, sellers, platformFee: { basisPoints: 1000 } }); // 10 %
  }

  /** One seller's goods come back. `id` is your own ID of the refund. */
  refund(transactionId: string, id: string, amount: number, seller: string): Promise<PaySplit> {
    return this.splits.refund(transactionId, { id, amount, connectedAccountId: seller });
  }

  /** Resolves a transfer whose response was lost. */
  @OnPayEvent(PayEventType.TransferCreated, { unconfirmed: true })
  async transferred(event: ReceivedPayEvent<typeof PayEventType.TransferCreated>): Promise<void> {
    await this.splits.report(event);
  }

  /** Call it at boot and every few minutes, for example with `@nestjs/schedule`. */
  async resume(): Promise<void> {
    const open = await this.splits.resume();
    for (const { movements } of open)
      for (const { id, message } of movements) if (message !== null) this.logger.warn(`${id}: ${message}`);
  }
}

@Module({})
export class AppModule {
  static for(
    marketplace: MarketplaceOptions,
    store: PayInboxStore,
    idempotency: PayIdempotency,
  ): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PayModule.forRoot({ marketplace, idempotency, webhooks: { path: 'pay/webhook' } }),
        PaySplitsModule.forRoot({ store }),
      ],
      providers: [Market],
      exports: [Market],
    };
  }
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const { simulator } = world;
  const marketplace = { ...simulator.credentials.marketplace, dev: true, endpoints: simulator.endpoints };
  const db = await newPglite();
  const app = await NestFactory.createApplicationContext(
    AppModule.for(marketplace, pgliteStore(db), pgliteIdempotency(db)),
    { logger: false },
  );
  try {
    const [mugs, books] = [connectedSeller(world), connectedSeller(world)];
    const market = app.get(Market);
    const transactionId = await world.payment({ amount: 10_000 });
    await market.pay(transactionId, 10_000, [
      { connectedAccountId: mugs, amount: 6000 },
      { connectedAccountId: books, amount: 4000 },
    ]);
    await simulator.clock.advance(2 * DAY_MS);
    await market.refund(transactionId, 'refund-1', 4000, books);
    await market.resume();
    const balances = [mugs, books].map((seller) => simulator.sellers.balance(seller).available);
    expect(balances).toEqual([5400n, 0n]);
    const { platform } = await app.get(PaySplits).books();
    expect(platform).toBe(600);
  } finally {
    await app.close();
    await db.close();
  }
};

import { expect } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { pgliteStore } from 'nestjs-pay/pglite';
import { newPglite } from '../../../test/pglite.js';
import { until } from '../../../test/until.js';
import type { World } from '../world.js';
// #region example
import { Injectable, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { durableInbox, OnPayEvent, PayEventType, PayModule } from 'nestjs-pay';
import type { PayInboxStore, PaymentCreatedEvent, PayWalletOptions } from 'nestjs-pay';

@Injectable()
export class Orders {
  readonly paid: string[] = [];

  @OnPayEvent(PayEventType.TransactionPaymentCreated)
  onPaid({ data }: PaymentCreatedEvent): void {
    this.paid.push(data.OrderCodeText);
  }
}

/** Module of both processes. The web process only stores deliveries; the worker handles them. */
@Module({})
export class AppModule {
  static for(role: 'web' | 'worker', wallet: PayWalletOptions, store: PayInboxStore): DynamicModule {
    const inbox = durableInbox({ store, concurrency: role === 'web' ? 0 : 8 });
    return {
      module: AppModule,
      imports: [PayModule.forRoot({ wallet, webhooks: { path: 'pay/webhook', inbox } })], // the same path in both
      providers: [Orders],
    };
  }
}
// #endregion

export const run = async ({ simulator }: World): Promise<void> => {
  const wallet = { ...simulator.credentials.merchant, dev: true, endpoints: simulator.endpoints };
  const db = await newPglite();
  const store = pgliteStore(db);
  const web = await NestFactory.create(AppModule.for('web', wallet, store), { rawBody: true, logger: false });
  await web.listen(0, '127.0.0.1');
  const url = `${(await web.getUrl()).replace('localhost', '127.0.0.1')}/pay/webhook`;
  await simulator.webhooks.register({ url, eventTypeIds: [1796] });
  const { orderCode } = simulator.pay();
  await simulator.deliveries.settled();
  const worker = await NestFactory.createApplicationContext(AppModule.for('worker', wallet, store), {
    logger: false,
  });
  try {
    await until(() => worker.get(Orders).paid.length > 0);
    expect(worker.get(Orders).paid).toEqual([orderCode]);
    expect(web.get(Orders).paid).toEqual([]);
  } finally {
    await worker.close();
    await web.close();
    await db.close();
  }
};

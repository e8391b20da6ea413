import { expect, it } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { durableInbox, PayModule } from 'nestjs-pay';
import { pgliteIdempotency, pgliteStore } from 'nestjs-pay/pglite';
import { OnPaySubscription, PaySubscriptions, PaySubscriptionsModule } from 'nestjs-pay/subscriptions';
import type { PaySubscriptionEvent } from 'nestjs-pay/subscriptions';
import { PayTestingModule, PayTestSimulator } from 'nestjs-pay/testing';
import { newPglite } from '../pglite.js';

it.each(['inline', 'durable'])(
  'settled() waits until a subscription has recorded its payment (%s)',
  async (kind) => {
    const database = await newPglite();
    const store = pgliteStore(database);
    @Module({
      imports: [
        PayModule.forRoot({
          wallet: { clientId: 'x', clientSecret: 'x', merchantId: 'x', apikey: 'x' },
          idempotency: pgliteIdempotency(database),
          webhooks: { path: 'pay/webhook', ...(kind === 'durable' && { inbox: durableInbox({ store }) }) },
        }),
        PaySubscriptionsModule.forRoot({ store }),
      ],
    })
    class AppModule {}
    const charged: string[] = [];
    @Injectable()
    class Members {
      @OnPaySubscription('charged')
      async charged({ subscription }: PaySubscriptionEvent<'charged'>): Promise<void> {
        for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
        charged.push(subscription.id);
      }
    }
    const imports = [AppModule, PayTestingModule.forApp()];
    const module = await Test.createTestingModule({ imports, providers: [Members] }).compile();
    const app = module.createNestApplication({ rawBody: true, logger: false });
    await app.init();
    const [simulator, subscriptions] = [app.get(PayTestSimulator), app.get(PaySubscriptions)];
    for (const id of ['member-1', 'member-2', 'member-3']) {
      const { checkoutUrl } = await subscriptions.subscribe({
        id,
        amount: 990,
        interval: 'month',
        timeZone: 'Europe/Athens',
      });
      simulator.pay(new URL(checkoutUrl).searchParams.get('ref') ?? '');
      await simulator.settled();
      expect(charged.at(-1)).toBe(id);
      expect(await subscriptions.get(id)).toMatchObject({ state: 'active' });
    }
    await app.close();
    await database.close();
  },
);

import { expect } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { PGlite } from '@electric-sql/pglite';
import { pgliteIdempotency, pgliteStore } from 'nestjs-pay/pglite';
import { newPglite } from '../../../test/pglite.js';
import { GOOD_CARD } from '../world.js';
import type { World } from '../world.js';
// #region example
import { Injectable, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { Cron, CronExpression, ScheduleModule } from '@nestjs/schedule';
import { PayModule, PayTransaction } from 'nestjs-pay';
import type { PayIdempotency, PayInboxStore, PayWalletOptions } from 'nestjs-pay';
import type { SqlSession } from 'nestjs-pay/postgres';
import { OnPaySubscription, PaySubscriptions, PaySubscriptionsModule } from 'nestjs-pay/subscriptions';
import type { PaySubscriptionEvent } from 'nestjs-pay/subscriptions';

@Injectable()
export class Memberships {
  constructor(private readonly subscriptions: PaySubscriptions) {}

  /** Redirect the customer to the returned address. */
  async join(memberId: string, email: string): Promise<string> {
    const { checkoutUrl } = await this.subscriptions.subscribe({
      id: memberId,
      amount: 990, // 9.90 for each period
      interval: 'month',
      timeZone: 'Europe/Athens',
      order: { customer: { email }, customerTrns: 'Membership' },
    });
    return checkoutUrl;
  }

  @Cron(CronExpression.EVERY_5_MINUTES)
  async charge(): Promise<void> {
    await this.subscriptions.runDue(); // in every process: a period is still charged once
  }

  @OnPaySubscription('charged')
  async paid(event: PaySubscriptionEvent<'charged'>, @PayTransaction() db: SqlSession): Promise<void> {
    // committed together with "this period is paid", or not at all
    await db.query('update members set paid_periods = $2 where id = $1', [
      event.subscription.id,
      event.period + 1,
    ]);
  }

  @OnPaySubscription('card_needed', 'past_due')
  async remind(event: PaySubscriptionEvent<'card_needed' | 'past_due'>, @PayTransaction() db: SqlSession) {
    await db.query('insert into mails (member, link) values ($1, $2)', [
      event.subscription.id,
      event.checkoutUrl, // the customer pays here, with another card
    ]);
  }
}

@Module({})
export class AppModule {
  static for(wallet: PayWalletOptions, store: PayInboxStore, idempotency: PayIdempotency): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PayModule.forRoot({ wallet, tokens: 'shared', idempotency, webhooks: { path: 'pay/webhook' } }),
        PaySubscriptionsModule.forRoot({ store }),
        ScheduleModule.forRoot(),
      ],
      providers: [Memberships],
    };
  }
}
// #endregion

export const run = async ({ simulator }: World): Promise<void> => {
  const wallet = { ...simulator.credentials.merchant, dev: true, endpoints: simulator.endpoints };
  const db: PGlite = await newPglite();
  await db.exec(`create table members (id text primary key, paid_periods int); insert into members values ('m1', 0);
    create table mails (member text, link text)`);
  const app = await NestFactory.createApplicationContext(
    AppModule.for(wallet, pgliteStore(db), pgliteIdempotency(db)),
    { logger: false },
  );
  try {
    const url = await app.get(Memberships).join('m1', 'jo@example.com');
    simulator.checkout.pay(new URL(url).searchParams.get('ref') ?? '', GOOD_CARD);
    const run = (days: number) => app.get(PaySubscriptions).runDue(new Date(Date.now() + days * 86_400_000));
    expect(await run(1)).toMatchObject({ charged: 1 });
    expect(await run(40)).toMatchObject({ charged: 1 });
    const { rows } = await db.query('select * from members');
    expect(rows).toEqual([{ id: 'm1', paid_periods: 2 }]);
  } finally {
    await app.close();
    await db.close();
  }
};

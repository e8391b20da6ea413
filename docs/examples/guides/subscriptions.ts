import { expect } from '@jest/globals';
import type { PGlite } from '@electric-sql/pglite';
import { Test } from '@nestjs/testing';
import { pgliteIdempotency, pgliteStore } from 'nestjs-pay/pglite';
import { PayTestingModule, PayTestSimulator } from 'nestjs-pay/testing';
import { newPglite } from '../../../test/pglite.js';
// #region example
import { Injectable, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { Cron, CronExpression, ScheduleModule } from '@nestjs/schedule';
import { payConfig, PayModule, PayTransaction } from 'nestjs-pay';
import type { PayIdempotency, PayInboxStore } from 'nestjs-pay';
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
  static for(store: PayInboxStore, idempotency: PayIdempotency): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(), // reads .env
        PayModule.forRootAsync({
          config: payConfig, // credentials from the environment
          tokens: 'shared',
          idempotency,
          webhooks: { path: 'pay/webhook' },
        }),
        PaySubscriptionsModule.forRoot({ store }),
        ScheduleModule.forRoot(),
      ],
      providers: [Memberships],
    };
  }
}
// #endregion

export const run = async (): Promise<void> => {
  const db: PGlite = await newPglite();
  await db.exec(`create table members (id text primary key, paid_periods int); insert into members values ('m1', 0);
    create table mails (member text, link text)`);
  const testing = await Test.createTestingModule({
    imports: [AppModule.for(pgliteStore(db), pgliteIdempotency(db)), PayTestingModule.forApp()],
  }).compile();
  const app = testing.createNestApplication({ rawBody: true, logger: false });
  try {
    await app.init();
    const [simulator, subscriptions] = [app.get(PayTestSimulator), app.get(PaySubscriptions)];
    const url = await app.get(Memberships).join('m1', 'jo@example.com');
    simulator.pay(new URL(url).searchParams.get('ref') ?? undefined);
    await simulator.settled();
    expect(await subscriptions.charges('m1')).toHaveLength(1);
    const member = await subscriptions.get('m1');
    expect(await subscriptions.runDue(member?.periodStart ?? undefined)).toMatchObject({ charged: 1 });
    const { rows } = await db.query('select * from members');
    expect(rows).toEqual([{ id: 'm1', paid_periods: 2 }]);
  } finally {
    await app.close();
    await db.close();
  }
};

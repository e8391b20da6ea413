import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import type { INestApplicationContext } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { PayModule, PayTransaction } from 'nestjs-pay';
import { OnPaySubscription, PaySubscriptions, PaySubscriptionsModule } from 'nestjs-pay/subscriptions';
import type { PaySubscriptionEvent } from 'nestjs-pay/subscriptions';
import { OnPaySale, PayTill, PayTillModule } from 'nestjs-pay/till';
import type { PaySale } from 'nestjs-pay/till';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import type { Client } from 'pg';
import { drizzleDatabase } from '../../docs/examples/guides/drizzle-database.js';
import { knexDatabase } from '../../docs/examples/guides/knex-database.js';
import { GOOD_CARD } from '../cards.js';
import { walletOf } from '../e2e/nest-app.js';
import { until } from '../until.js';
import { createDatabase, POSTGRES_URL } from './databases.js';
import { BOOKS, openOrm, ORMS } from './orms.mjs';
import type { Orm } from './orms.mjs';

let orm: Orm;

/** Statement with which the next handlers end what they wrote, although they report no error. */
const undone: string[] = [];

/** Writes with the ORM's own methods, in the transaction of the job. */
@Injectable()
class Books {
  @OnPaySale('paid')
  async sold(sale: PaySale, @PayTransaction() transaction: unknown): Promise<void> {
    await orm.write(transaction, sale.reference);
    await this.undo(transaction);
  }

  @OnPaySubscription('charged')
  async charged(
    event: PaySubscriptionEvent<'charged'>,
    @PayTransaction() transaction: unknown,
  ): Promise<void> {
    await orm.write(transaction, `period ${event.period}`);
    await this.undo(transaction);
  }

  private async undo(transaction: unknown): Promise<void> {
    const statement = undone.shift();
    if (statement !== undefined) await orm.run(transaction, statement).catch(() => null);
  }
}

const onServer = POSTGRES_URL === undefined ? describe.skip : describe;

onServer.each(ORMS)('jobs in the database of an application with %s', (name) => {
  let simulator: PaySimulator;
  let client: Client;
  let app: INestApplicationContext;
  beforeAll(async () => {
    undone.length = 0;
    const database = await createDatabase(`jobs_${name}`);
    ({ client } = database);
    await client.query(BOOKS);
    orm = await openOrm(name, database.url, { drizzleDatabase, knexDatabase });
    simulator = await createPaySimulator({ seed: 'jobs' });
    const { cloudTerminal } = simulator.credentials;
    const store = orm.inbox({});
    const module = await Test.createTestingModule({
      imports: [
        PayModule.forRoot({
          wallet: { ...walletOf(simulator), cloudTerminal },
          idempotency: orm.idempotency({}),
        }),
        PayTillModule.forRoot({ store, pollMs: 10 }),
        PaySubscriptionsModule.forRoot({ store }),
      ],
      providers: [Books],
    }).compile();
    app = module.createNestApplication({ logger: false });
    await (app as ReturnType<typeof module.createNestApplication>).init();
  });
  afterAll(async () => {
    await app.close();
    await orm.close();
    await client.end();
    await simulator.close();
  });
  const timesOf = async (): Promise<unknown[]> =>
    (await client.query<{ id: string; times: number }>('select id, times from books order by id')).rows;

  it('sells, charges two periods, and writes each of them once', async () => {
    const till = app.get(PayTill);
    const subscriptions = app.get(PaySubscriptions);
    const { id } = await till.sell({
      ...{ terminalId: '16000010', amount: 1170, currencyCode: '978', reference: 'receipt 1' },
    });
    await until(
      () =>
        simulator.terminals.list().find(({ terminalId }) => terminalId === '16000010')?.session?.sessionId ===
        id,
    );
    simulator.terminals.insertCard('16000010');
    const options = { id: 'coffee', amount: 990, interval: 'month', timeZone: 'Europe/Athens' } as const;
    const { checkoutUrl } = await subscriptions.subscribe(options);
    simulator.checkout.pay(new URL(checkoutUrl).searchParams.get('ref') ?? '', GOOD_CARD);
    const inDays = (days: number): Date => new Date(Date.now() + days * 86_400_000);
    expect(await subscriptions.runDue(inDays(1))).toMatchObject({ charged: 1 });
    expect(await subscriptions.runDue(inDays(32))).toMatchObject({ charged: 1 });
    await until(async () => (await till.get(id))?.state === 'paid');
    expect(await subscriptions.charges('coffee')).toHaveLength(2);
    expect(await timesOf()).toEqual([
      { id: 'period 0', times: 1 },
      { id: 'period 1', times: 1 },
      { id: 'receipt 1', times: 1 },
    ]);
  });

  // PostgreSQL reports a success for both commits, and has committed nothing.
  it('trusts no end and no charge whose handlers roll back, or catch an error of the database', async () => {
    const [till, subscriptions] = [app.get(PayTill), app.get(PaySubscriptions)];
    const reference = 'receipt 2';
    undone.push('select 1 / 0');
    const { id } = await till.sell({ terminalId: '16000010', amount: 1170, currencyCode: '978', reference });
    await until(
      () =>
        simulator.terminals.list().find(({ terminalId }) => terminalId === '16000010')?.session?.sessionId ===
        id,
    );
    simulator.terminals.insertCard('16000010');
    await until(async () => (await till.get(id))?.state === 'paid');
    expect(await timesOf()).toContainEqual({ id: reference, times: 1 });

    const options = { id: 'tea', amount: 990, interval: 'month', timeZone: 'Europe/Athens' } as const;
    const { checkoutUrl } = await subscriptions.subscribe(options);
    simulator.checkout.pay(new URL(checkoutUrl).searchParams.get('ref') ?? '', GOOD_CARD);
    undone.push('rollback');
    const inDays = (days: number): Date => new Date(Date.now() + days * 86_400_000);
    expect(await subscriptions.runDue(inDays(1))).toMatchObject({ charged: 0, failed: 1 });
    expect(await subscriptions.charges('tea')).toEqual([]);
    expect(await subscriptions.runDue(inDays(2))).toMatchObject({ charged: 1 });
  });
});

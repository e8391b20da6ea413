import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { pgliteIdempotency, pgliteStore } from 'nestjs-pay/pglite';
import { sqlStore } from 'nestjs-pay/postgres';
import type { SqlDatabase, SqlSession } from 'nestjs-pay/postgres';
import { PaySubscriptions, PaySubscriptionsModule } from 'nestjs-pay/subscriptions';
import { PayTestingModule, PayTestSimulator } from 'nestjs-pay/testing';
import type { PaySimulator } from 'pay-simulator';
import { GOOD_CARD } from '../cards.js';
import { deleteRows, newPglite } from '../pglite.js';
import { withTimes } from '../times.js';
import { newSchema } from '../stores/databases.js';
import { until } from '../until.js';

const TABLES = ['subscriptions', 'subscription_charges'];
const CHARGE = 'transactions.createTransaction';
const LIST = 'transactions.getLegacyTransactions:list';
const DECLINED_ONCE = { kind: 'success-false', errorCode: 502, errorText: 'Transaction failed' } as const;

/** Calls something before one of its statements or transactions. */
class InterruptedDatabase implements SqlDatabase<unknown> {
  /** Number of statements and transactions before it. */
  left = Infinity;
  next: () => Promise<unknown> = () => Promise.resolve();

  constructor(private readonly real: SqlDatabase<unknown>) {}

  async query<Row>(text: string, values?: unknown[]): Promise<{ rows: Row[] }> {
    await this.#interrupt();
    return this.real.query<Row>(text, values);
  }

  async transaction<Result>(
    run: (session: SqlSession, transaction: unknown) => Promise<Result>,
  ): Promise<Result> {
    await this.#interrupt();
    return this.real.transaction(run);
  }

  async #interrupt(): Promise<void> {
    if (this.left-- === 0) await this.next();
  }
}

let pglite: PGlite;
let database: InterruptedDatabase;
let app: INestApplication;
let subscriptions: PaySubscriptions;
let simulator: PaySimulator;
const schema = newSchema();

/** A subscription whose first period began on 31 January 2027, 09:00 in Athens. */
let started: unknown;

beforeAll(async () => {
  pglite = await newPglite();
  const now = (): Date => new Date(simulator?.clock.now() ?? Date.now());
  database = new InterruptedDatabase(
    (pgliteStore(pglite) as unknown as { sql: { database: SqlDatabase<unknown> } }).sql.database,
  );
  const module = await Test.createTestingModule({
    imports: [
      await PayTestingModule.forRoot({
        idempotency: pgliteIdempotency(pglite, withTimes({ schema, now, lookupMs: 50 })),
        simulator: { clock: 'manual', now: new Date('2027-01-31T07:00:00Z') },
        webhooks: { path: 'hooks' },
        tokens: 'shared',
        maxRetries: 0,
      }),
      PaySubscriptionsModule.forRoot({ store: sqlStore(database, { schema, now }) }),
    ],
  }).compile();
  app = module.createNestApplication({ rawBody: true, logger: false });
  await app.init();
  subscriptions = app.get(PaySubscriptions);
  simulator = app.get(PayTestSimulator);
  const { checkoutUrl } = await subscriptions.subscribe({
    ...{ id: 'coffee', amount: 990, interval: 'month', timeZone: 'Europe/Athens' },
  });
  simulator.checkout.pay(new URL(checkoutUrl).searchParams.get('ref') ?? '', GOOD_CARD);
  await until(async () => (await subscriptions.get('coffee'))?.state === 'active');
  for (const table of TABLES)
    await pglite.query(`create table kept_${table} as select * from ${schema}.${table}`);
  started = simulator.snapshot();
});
afterAll(async () => {
  await app.close();
  await pglite.close();
});

async function start(): Promise<void> {
  await deleteRows(pglite, schema);
  for (const table of TABLES)
    await pglite.query(`insert into ${schema}.${table} select * from kept_${table}`);
  simulator.restore(started as never);
}

const moveTo = (time: string): Promise<void> =>
  simulator.clock.advance(Date.parse(time) - simulator.clock.now());
async function runAt(time: string): Promise<void> {
  await moveTo(time);
  await subscriptions.runDue();
}
const charged = (): string[] =>
  simulator.transactions
    .list()
    .filter(({ status, parentId }) => status === 'F' && parentId !== null)
    .map(({ merchantTrns }) => merchantTrns ?? '');

/** Makes a call before each statement of a run in turn, and checks what follows. */
async function atEachStatement(
  prepare: () => Promise<void>,
  call: () => Promise<unknown>,
  check: (statement: number) => Promise<void>,
): Promise<void> {
  for (let statement = 0, isOver = false; !isOver; statement++) {
    await start();
    await prepare();
    let isCalled = false;
    database.next = async () => {
      isCalled = true;
      await call();
    };
    database.left = statement;
    await subscriptions.runDue();
    database.left = Infinity;
    isOver = !isCalled;
    if (isOver) await call();
    await check(statement);
  }
}

it('a subscription that is resumed during a run is charged from then on', () =>
  atEachStatement(
    async () => {
      await subscriptions.pause('coffee');
      await moveTo('2027-02-28T07:01:00Z');
    },
    () => subscriptions.resume('coffee'),
    async (statement) => {
      await runAt('2027-03-31T06:00:00Z');
      await runAt('2027-04-30T06:00:00Z');
      expect([statement, charged()]).toEqual([statement, ['coffee/2', 'coffee/3']]);
    },
  ));

it('no period that started in a pause is charged if it ends while an uncertain charge is looked up', () =>
  atEachStatement(
    async () => {
      simulator.faults.add({ operation: CHARGE, kind: 'executed-but-lost' });
      const faults = [LIST, 'transactions.getTransactionById'];
      await moveTo('2027-02-28T07:00:00Z');
      database.left = 3;
      database.next = () => {
        for (const operation of faults)
          simulator.faults.add({ operation, kind: 'reset-before', times: 'always' });
        return Promise.resolve();
      };
      await subscriptions.runDue();
      simulator.faults.list().forEach(({ faultId }) => simulator.faults.remove(faultId));
      await subscriptions.pause('coffee');
      await moveTo('2027-04-10T07:00:00Z');
    },
    () => subscriptions.resume('coffee'),
    async (statement) => {
      await runAt('2027-04-10T08:00:00Z');
      await runAt('2027-04-11T08:00:00Z');
      await runAt('2027-04-30T06:00:00Z');
      expect([statement, charged()]).toEqual([statement, ['coffee/1', 'coffee/3']]);
    },
  ));

it('a declined period that is resumed during a run is charged a day later', () =>
  atEachStatement(
    async () => {
      simulator.faults.add({ operation: CHARGE, ...DECLINED_ONCE, eventId: 10_051 });
      await runAt('2027-02-28T07:00:00Z');
      await subscriptions.pause('coffee');
      await moveTo('2027-03-10T07:00:00Z');
    },
    () => subscriptions.resume('coffee'),
    async (statement) => {
      await runAt('2027-03-11T06:59:00Z');
      expect([statement, charged()]).toEqual([statement, []]);
      await runAt('2027-03-11T07:00:00Z');
      expect([statement, charged()]).toEqual([statement, ['coffee/1']]);
    },
  ));

it('a subscription that is canceled at once during a run ends in the next one', () =>
  atEachStatement(
    () => moveTo('2027-02-28T07:01:00Z'),
    () => subscriptions.cancel('coffee', { at: 'now' }),
    async (statement) => {
      await runAt('2027-02-28T07:05:00Z');
      expect([statement, await subscriptions.get('coffee')]).toMatchObject([statement, { state: 'ended' }]);
    },
  ));

it('a cancellation that is taken back during a run does not end the subscription', async () => {
  let isResumed = false;
  await atEachStatement(
    async () => {
      await subscriptions.cancel('coffee');
      await moveTo('2027-02-28T07:00:00Z');
    },
    async () => {
      isResumed = await subscriptions.resume('coffee').then(
        () => true,
        () => false,
      );
    },
    async (statement) => {
      await runAt('2027-02-28T07:05:00Z');
      expect([statement, charged()]).toEqual([statement, isResumed ? ['coffee/1'] : []]);
    },
  );
});

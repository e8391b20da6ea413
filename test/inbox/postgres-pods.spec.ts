import { afterAll, describe, expect, it } from '@jest/globals';
import { durableInbox } from 'nestjs-pay';
import type { PayDelivery } from 'nestjs-pay';
import { postgresStore } from 'nestjs-pay/postgres';
import { Pool } from 'pg';
import type { PoolClient } from 'pg';
import { until } from '../until.js';
import { POSTGRES_URL } from '../stores/databases.js';
import { paymentDelivery, startOf, unused } from './manual-inbox.js';
import { withTimes } from '../times.js';

const ORDERS = 20;
const EVENTS_OF_EACH = 5;
const schema = `pods_${process.pid}`;

const delivery = (order: number, at: number): PayDelivery =>
  paymentDelivery(`${order}/${at}`, { OrderCode: order, At: at });

const onServer = POSTGRES_URL === undefined ? describe.skip : describe;
onServer('two processes on one server', () => {
  const newPool = (name: string) =>
    new Pool({ connectionString: POSTGRES_URL, max: 6, application_name: name });
  const pools = [newPool(schema), newPool(schema)];
  const admin = newPool('admin');
  const inboxes = pools.map((pool) =>
    durableInbox(
      withTimes({
        store: postgresStore<PoolClient>({ pool, schema }),
        pollMs: 20,
        leaseMs: 500,
        retryMs: 5,
        maxRetryMs: 50,
        concurrency: 4,
      }),
    ),
  );
  afterAll(async () => {
    await Promise.all(inboxes.map((inbox) => inbox.stop()));
    await Promise.all(pools.map((pool) => pool.end()));
    await admin.query(`drop schema if exists ${schema} cascade`);
    await admin.end();
  });

  it('handle each event once and in order while connections break and handlers fail', async () => {
    await postgresStore({ pool: admin, schema }).migrate();
    await admin.query(`create table ${schema}.ledger (n serial, order_code int, at int)`);
    const stats = () => postgresStore({ pool: admin, schema }).stats();
    let calls = 0;
    const start = startOf(
      async ({ event }, db) => {
        const data: Record<string, unknown> = event.data;
        await (db as PoolClient).query(`insert into ${schema}.ledger (order_code, at) values ($1, $2)`, [
          data['OrderCode'],
          data['At'],
        ]);
        if (++calls % 7 === 0) throw new Error('a handler failed');
      },
      { needsTransaction: true },
    );
    await Promise.all(inboxes.map((inbox) => inbox.start(start)));
    /** Repeats a delivery until it gets a response, as the service does. */
    const deliver = async (one: PayDelivery): Promise<void> => {
      for (;;) {
        const responses = await Promise.allSettled(inboxes.map((inbox) => inbox.receive(one, unused)));
        if (responses.some(({ status }) => status === 'fulfilled')) return;
      }
    };
    // Breaks only the connections of this test, because other tests use the same server.
    const breakConnections = () =>
      admin.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
        schema,
      ]);
    for (let at = 0; at < EVENTS_OF_EACH; at++) {
      await Promise.all(Array.from({ length: ORDERS }, (_, order) => deliver(delivery(order + 1, at))));
      await breakConnections();
      // Events of an order are handled in the order in which they were confirmed.
      await until(async () => (await stats()).unconfirmed === 0);
    }
    await until(async () => (await stats()).oldestAgeMs === null);
    const { rows } = await admin.query<{ history: string }>(
      `select string_agg(at::text, ',' order by n) as history from ${schema}.ledger group by order_code`,
    );
    expect(rows.map(({ history }) => history)).toEqual(Array(ORDERS).fill('0,1,2,3,4'));
    expect(calls).toBeGreaterThan(ORDERS * EVENTS_OF_EACH);
  });
});

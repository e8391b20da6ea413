import type { PGlite } from '@electric-sql/pglite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { durableInbox } from 'nestjs-pay';
import { pgliteStore } from 'nestjs-pay/pglite';
import { postgresStore } from 'nestjs-pay/postgres';
import { Pool } from 'pg';
import type { PoolClient } from 'pg';
import { until } from '../until.js';
import { newPglite } from '../pglite.js';
import { POSTGRES_URL } from '../stores/databases.js';
import { paymentDelivery, startOf, unused } from './manual-inbox.js';
import { addEvent } from './store-cases.js';
import { withTimes } from '../times.js';

type Client = Awaited<ReturnType<Parameters<typeof postgresStore>[0]['pool']['connect']>>;

const claim = { worker: 'w', limit: 10, leaseMs: 60_000 };

describe('a store in PGlite', () => {
  let db: PGlite;
  beforeAll(async () => {
    db = await newPglite();
  });
  afterAll(() => db.close());

  it('works without functions that PostgreSQL 12 does not have', async () => {
    await db.exec(
      'set allow_system_table_mods = on; alter function pg_catalog.gen_random_uuid() rename to since_13',
    );
    const inbox = durableInbox(withTimes({ store: pgliteStore(db, { schema: 'old' }), pollMs: 50 }));
    let handled = 0;
    await inbox.start(startOf(() => handled++));
    expect(await inbox.receive(paymentDelivery('a'), unused)).toBe('stored');
    await until(() => handled === 1);
    await inbox.stop();
  });
});

const onServer = POSTGRES_URL === undefined ? describe.skip : describe;
onServer('a store in PostgreSQL', () => {
  const schema = `sql_${process.pid}`;
  let pool: Pool;
  beforeEach(async () => {
    pool = new Pool({ connectionString: POSTGRES_URL, max: 4 });
    await postgresStore({ pool, schema }).migrate();
  });
  afterEach(async () => {
    await pool.query(`drop schema ${schema} cascade`);
    await pool.end();
  });

  it('lets other processes claim when a process freezes during a claim', async () => {
    const store = postgresStore({ pool, schema });
    await addEvent(store, 'a');
    let frozenClient: Client | undefined;
    /** Stops sending statements after it has acquired the claim lock. */
    const freezing = (client: Client): Client => ({
      query: async (text, values) => {
        const response = await client.query(text, values);
        if (!text.includes('pg_advisory_xact_lock')) return response;
        frozenClient = client;
        return new Promise(() => undefined);
      },
      release: (destroy) => client.release(destroy),
      on: (event, listener) => client.on(event, listener),
    });
    const frozen = postgresStore({
      pool: {
        connect: async () => freezing(await pool.connect()),
        query: (text, values) => pool.query(text, values),
        on: (event, listener) => pool.on(event, listener),
      },
      schema,
    });
    void frozen.claimEvents(claim);
    await until(() => frozenClient !== undefined);
    const claimed: string[] = [];
    await until(async () => {
      const got = await store.claimEvents(claim).catch(() => []);
      claimed.push(...got.map(({ delivery: { key } }) => key));
      return claimed.length > 0;
    });
    expect(claimed).toEqual(['a']);
    frozenClient?.release(true);
  });

  it('ends handlers in a deadlock that the database cannot detect, and rolls them back', async () => {
    await pool.query(`create table ${schema}.orders (code text primary key, paid int, seen int)`);
    await pool.query(`insert into ${schema}.orders values ('a', 0, 0)`);
    const store = postgresStore<PoolClient>({ pool, schema });
    const inbox = durableInbox(
      withTimes({ store, concurrency: 2, pollMs: 50, retryMs: 10, handlerTimeoutMs: 300 }),
    );
    let times = 0;
    let late = (): Promise<unknown> => Promise.resolve();
    await inbox.start(
      startOf(
        async (_, transaction) => {
          const db = transaction as PoolClient;
          const isFirst = ++times === 1;
          await db.query(`update ${schema}.orders set paid = paid + 1`);
          if (!isFirst) return;
          late = () => db.query(`update ${schema}.orders set paid = paid + 100`);
          // A handler without the transaction, on another connection.
          await pool.query(`update ${schema}.orders set seen = seen + 1`);
        },
        { needsTransaction: true },
      ),
    );
    await inbox.receive(paymentDelivery('a'), unused);
    await until(async () => (await store.stats()).oldestAgeMs === null);
    // The connection was closed instead of returned to the pool, so the late write cannot join another transaction.
    await expect(late()).rejects.toThrow();
    expect((await pool.query(`select paid, seen from ${schema}.orders`)).rows).toEqual([
      { paid: 1, seen: 1 },
    ]);
    await inbox.stop();
  });

  it.each([
    ['idle_in_transaction_session_timeout', 'while it waits'],
    ['transaction_timeout', 'while it waits'],
  ])('names %s, which ends the transaction of a handler %s', async (setting) => {
    const ownPool = new Pool({ connectionString: POSTGRES_URL, options: `-c ${setting}=200` });
    const store = postgresStore<PoolClient>({ pool: ownPool, schema });
    const inbox = durableInbox(withTimes({ store, pollMs: 50, maxAttempts: 1 }));
    const slow = async (_delivery: unknown, transaction: unknown): Promise<void> => {
      const client = transaction as PoolClient;
      await new Promise<void>((resolve) => client.once('end', resolve));
      await client.query('select 1');
    };
    await inbox.start(startOf(slow, { needsTransaction: true }));
    await inbox.receive(paymentDelivery('slow'), unused);
    await until(async () => (await inbox.stats()).dead === 1);
    const [letter] = await inbox.deadLetters();
    expect(letter?.error).toContain(`the server has closed the connection of the handler`);
    expect(letter?.error).toContain(`${setting} ends a transaction after 200 ms`);
    await inbox.stop();
    await ownPool.end();
  });
});

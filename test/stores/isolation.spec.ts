import type { PGlite, Transaction } from '@electric-sql/pglite';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { durableInbox } from 'nestjs-pay';
import type { PayDurableInbox, PayIdempotency, PayInboxStore } from 'nestjs-pay';
import { pgliteIdempotency, pgliteStore } from 'nestjs-pay/pglite';
import { postgresIdempotency, postgresStore, sqlIdempotency, sqlStore } from 'nestjs-pay/postgres';
import type { SqlDatabase } from 'nestjs-pay/postgres';
import { Pool } from 'pg';
import type { Client, PoolClient } from 'pg';
import { drizzleDatabase } from '../../docs/examples/guides/drizzle-database.js';
import { knexDatabase } from '../../docs/examples/guides/knex-database.js';
import { paymentDelivery, startOf, unused } from '../inbox/manual-inbox.js';
import { newPglite } from '../pglite.js';
import { withTimes } from '../times.js';
import { until } from '../until.js';
import { createDatabase, newSchema, POSTGRES_URL } from './databases.js';
import { BOOKS, openOrm, ORMS } from './orms.mjs';

interface Stores {
  inbox(options: { schema: string }): PayInboxStore;
  idempotency(options: { schema: string }): PayIdempotency;
  close(): Promise<void>;
}

function openPool(url: string): Promise<Stores> {
  const pool = new Pool({ connectionString: url, max: 12 });
  return Promise.resolve({
    inbox: (options) => postgresStore<PoolClient>({ pool, ...options }),
    idempotency: (options) => postgresIdempotency<PoolClient>({ pool, ...options }),
    close: () => pool.end(),
  });
}

const onServer = POSTGRES_URL === undefined ? describe.skip : describe;
const DEFAULTS = ['read committed', 'repeatable read', 'serializable'];

onServer.each(DEFAULTS)('a database whose default isolation is %s', (isolation) => {
  let client: Client;
  let url: string;
  const opened: Stores[] = [];
  const inboxes: PayDurableInbox[] = [];
  beforeAll(async () => {
    const name = `isolation_${isolation.replace(' ', '_')}`;
    ({ client, url } = await createDatabase(name));
    await client.query(`alter database ${name} set default_transaction_isolation = '${isolation}'`);
    await client.query(BOOKS);
  });
  afterEach(async () => {
    await Promise.all(inboxes.splice(0).map((inbox) => inbox.stop()));
    await Promise.all(opened.splice(0).map((stores) => stores.close()));
  });
  afterAll(() => client.end());

  const open = async (name: string): Promise<Stores> => {
    const stores =
      name === 'pg' ? await openPool(url) : await openOrm(name, url, { drizzleDatabase, knexDatabase });
    opened.push(stores);
    return stores;
  };

  describe.each(['pg', ...ORMS])('with %s', (name) => {
    it('handles an event whose handler outlasts renewals of its lease, in one attempt', async () => {
      const store = (await open(name)).inbox({ schema: newSchema() });
      let renewals = 0;
      let isRenewed = (): void => undefined;
      const renew = store.renew.bind(store);
      store.renew = async (...values) => {
        const result = await renew(...values);
        if (++renewals === 2) isRenewed();
        return result;
      };
      const inbox = durableInbox(withTimes({ store, pollMs: 50, leaseMs: 300, retryMs: 0 }));
      inboxes.push(inbox);
      const attempts: string[] = [];
      let handled = 0;
      const run = async (): Promise<void> => {
        attempts.push('begun');
        if (attempts.length === 1) await new Promise<void>((resolve) => (isRenewed = resolve));
      };
      await inbox.start(startOf(run, { needsTransaction: true, handled: () => handled++ }));
      await inbox.receive(paymentDelivery('a'), unused);
      await until(() => handled === 1);
      expect(attempts).toHaveLength(1);
    });

    it('stores and handles concurrent deliveries, and writes concurrent keys, without a failure', async () => {
      const stores = await open(name);
      const schema = newSchema();
      const errors: unknown[] = [];
      const handled: string[] = [];
      for (let process = 0; process < 2; process++) {
        const store = stores.inbox({ schema });
        const inbox = durableInbox(withTimes({ store, pollMs: 20, concurrency: 4 }));
        inboxes.push(inbox);
        const start = startOf(undefined, { handled: (key) => handled.push(key) });
        await inbox.start({ ...start, logger: { error: (line) => void errors.push(line) } });
      }
      const idempotency = stores.idempotency({ schema });
      await idempotency.migrate();
      const keys = Array.from({ length: 12 }, (_, index) => `key-${index}`);
      const write = async (key: string): Promise<boolean> => {
        const token = `${key} ${Math.random()}`;
        const now = Date.now();
        const { store } = idempotency;
        const isOurs = await store.insert({
          ...{ key, token, fingerprint: 'f', state: 'sending', leasedUntil: now, outcomeLookup: null },
          ...{ response: null, transactionId: null, sentAt: now, finishedAt: null },
        });
        if (isOurs) await Promise.all([store.renew(key, token, 1_000), store.renew(key, token, 2_000)]);
        return isOurs;
      };
      const [written] = await Promise.all([
        Promise.all([...keys, ...keys].map(write)),
        Promise.all(
          inboxes.flatMap((inbox) => keys.map((key) => inbox.receive(paymentDelivery(key), unused))),
        ),
      ]);
      await until(() => handled.length === keys.length);
      expect(written.filter(Boolean)).toHaveLength(keys.length);
      expect(errors).toEqual([]);
      expect(handled.sort()).toEqual(keys.sort());
    });
  });
});

describe('a store in PGlite', () => {
  let database: PGlite;
  beforeAll(async () => {
    database = await newPglite();
  });
  afterAll(() => database.close());

  it.each(DEFAULTS)('whose default isolation is %s starts, and handles an event', async (isolation) => {
    const schema = newSchema();
    await database.query(`set default_transaction_isolation = '${isolation}'`);
    const inbox = durableInbox(withTimes({ store: pgliteStore(database, { schema }), pollMs: 50 }));
    const isolations: unknown[] = [];
    let handled = 0;
    const run = async (_delivery: unknown, transaction: unknown): Promise<void> => {
      const { rows } = await (transaction as Transaction).query('show transaction_isolation');
      isolations.push(...rows);
    };
    await inbox.start(startOf(run, { needsTransaction: true, handled: () => handled++ }));
    await inbox.receive(paymentDelivery('a'), unused);
    await until(() => handled === 1);
    expect(isolations).toEqual([{ transaction_isolation: 'read committed' }]);
    await pgliteIdempotency(database, { schema }).migrate();
    await inbox.stop();
  });
});

onServer('an adapter that begins with another isolation', () => {
  it('is refused with the fix', async () => {
    const { client } = await createDatabase('isolation_adapter');
    const database: SqlDatabase<Client> = {
      query: async (text, values) => ({ rows: (await client.query(text, values)).rows }),
      async transaction(run) {
        await client.query('begin isolation level serializable');
        try {
          return await run(database, client);
        } finally {
          await client.query('rollback');
        }
      },
    };
    const message =
      /transaction\(\) of your SqlDatabase begins with the isolation "serializable", and this library needs "read committed"/;
    await expect(sqlStore(database).migrate()).rejects.toThrow(message);
    await expect(sqlStore(database).checkTables()).rejects.toThrow(message);
    await expect(sqlIdempotency(database).migrate()).rejects.toThrow(message);
    await client.end();
  });
});

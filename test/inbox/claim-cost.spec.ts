import type { PGlite } from '@electric-sql/pglite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PayInboxStore } from 'nestjs-pay';
import { pgliteStore } from 'nestjs-pay/pglite';
import { postgresStore } from 'nestjs-pay/postgres';
import { Pool } from 'pg';
import { newPglite } from '../pglite.js';
import { newSchema, POSTGRES_URL } from '../stores/databases.js';
import { addEvent, post } from './store-cases.js';

/** The stores' clock does not move, so postponed entries stay postponed. */
const NOW = new Date('2030-01-01T00:00:00Z');
const now = (): Date => NOW;
const claim = { worker: 'w', limit: 8, leaseMs: 60_000 };

const TABLES = ['inbox_deliveries', 'inbox_events'];

type Query = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;

interface ExplainedNode {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

/** A database, with stores whose statements can be watched. */
interface WatchedDatabase {
  query: Query;
  open: (schema: string, watch: (query: Query) => Query) => PayInboxStore;
}

/** Explains each statement on the tables before it runs, and rolls back its changes. */
function countPages(counted: (pages: number) => void): (query: Query) => Query {
  return (query) => async (text, values) => {
    if (/inbox_(deliveries|events)/.test(text)) {
      await query('savepoint explained');
      const { rows } = await query(`explain (analyze, buffers, format json) ${text}`, values);
      await query('rollback to savepoint explained');
      const [row] = rows as { 'QUERY PLAN': [{ Plan: ExplainedNode }] }[];
      const plan = row?.['QUERY PLAN'][0].Plan;
      counted((plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0));
    }
    return query(text, values);
  };
}

function costCases(open: () => Promise<WatchedDatabase>): void {
  let database: WatchedDatabase;
  let schema: string;
  let store: PayInboxStore;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    schema = newSchema();
    store = database.open(schema, (query) => query);
    await store.migrate();
    // A vacuum at an unpredictable time would change the measurement.
    for (const table of TABLES)
      await database.query(`alter table ${schema}.${table} set (autovacuum_enabled = false)`);
  });
  afterEach(async () => {
    await database.query(`drop schema ${schema} cascade`);
  });

  const analyze = async (): Promise<void> => {
    for (const table of TABLES) await database.query(`analyze ${schema}.${table}`);
  };
  /** Inserts rows. The parameters are SQL expressions for the row `n` at the time `at`. */
  const rows = (count: number): string =>
    `from generate_series(1, ${count}) n, (select '${NOW.toISOString()}'::timestamptz as at) clock`;
  const DELIVERY = `'{"key":"k","event":{"data":{}}}'`;
  const addEvents = (count: number, { orderingKey, due }: Record<string, string>) =>
    database.query(
      `insert into ${schema}.inbox_events (event_key, confirmed, ordering_key, delivery, attempts, due_at, received_at)
       select 'k' || n, true, ${orderingKey}, ${DELIVERY}, 1, ${due}, at ${rows(count)}`,
    );
  const addForged = (count: number, due: string) =>
    database.query(
      `insert into ${schema}.inbox_deliveries (delivery_key, sender, delivery, due_at, received_at)
       select 'k' || n, 'unknown', ${DELIVERY}, ${due}, at ${rows(count)}`,
    );

  /** Counts the pages that a claim reads, and returns the claimed keys. */
  async function costOf(
    claimFrom: (store: PayInboxStore) => Promise<{ delivery: { key: string } }[]>,
  ): Promise<{ pages: number; keys: string[] }> {
    let pages = 0;
    const watched = database.open(
      schema,
      countPages((more) => (pages += more)),
    );
    const claimed = await claimFrom(watched);
    return { pages, keys: claimed.map(({ delivery: { key } }) => key) };
  }
  const costOfClaim = () => costOf((watched) => watched.claimEvents(claim));

  it('reads as few pages for a large backlog, due or not, as for a small one', async () => {
    const costs: number[] = [];
    for (const size of [100, 40_000]) {
      for (const due of [`at + interval '1 hour'`, `at - interval '1 hour'`]) {
        await database.query(`truncate ${schema}.inbox_events`);
        await addEvents(size, { orderingKey: `'order' || n`, due });
        await analyze();
        await addEvent(store, 'true', 'true');
        const { pages, keys } = await costOfClaim();
        expect(keys).toHaveLength(due.includes('+') ? 1 : 8);
        costs.push(pages);
      }
    }
    const [small = 0, smallDue = 0, large = 0, largeDue = 0] = costs;
    expect(large).toBeLessThan(2 * small);
    expect(largeDue).toBeLessThan(2 * smallDue);
  });

  it('reads few pages to claim an event of another order behind thousands of events of one order', async () => {
    await addEvents(5_000, { orderingKey: `'order'`, due: 'at' });
    await analyze();
    await addEvent(store, 'true', 'true');
    const { pages, keys } = await costOfClaim();
    expect(keys).toEqual(['k', 'true']);
    expect(pages).toBeLessThan(50_000);
  });

  it.each([`at - interval '1 hour'`, `at + interval '1 hour'`])(
    'reads few pages to claim a delivery of the service or an unknown sender beside a flood that is due %s',
    async (due) => {
      await addForged(20_000, due);
      await analyze();
      await post(store, 'true');
      const service = await costOf((watched) => watched.claimDeliveries('service', 8, 60_000));
      expect(service.keys).toEqual(['true']);
      expect(service.pages).toBeLessThan(100);
      const unknown = await costOf((watched) => watched.claimDeliveries('unknown', 2, 60_000));
      expect(unknown.keys).toHaveLength(due.includes('-') ? 2 : 0);
      expect(unknown.pages).toBeLessThan(100);
      await addEvent(store, 'event', 'order');
      expect((await costOfClaim()).pages).toBeLessThan(100);
    },
    60_000,
  );

  it('uses the indexes even with statistics of an empty table', async () => {
    await analyze();
    await addEvents(5_000, { orderingKey: `'order' || n / 4`, due: 'at' });
    await addForged(5_000, `at - interval '1 hour'`);
    const { pages, keys } = await costOfClaim();
    expect(keys).toHaveLength(8);
    expect(pages).toBeLessThan(1_000);
    const forged = await costOf((watched) => watched.claimDeliveries('unknown', 2, 60_000));
    expect(forged.keys).toHaveLength(2);
    expect(forged.pages).toBeLessThan(100);
  });
}

describe('a claim in PGlite', () => {
  let db: PGlite | undefined;
  afterAll(() => db?.close());
  costCases(async () => {
    const own = await newPglite();
    db = own;
    return {
      query: (text, values) => own.query(text, values),
      open: (schema, watch) =>
        pgliteStore(
          {
            // Explaining needs a transaction.
            query: (text: string, values?: unknown[]) =>
              own.transaction((tx) => watch((one, given) => tx.query(one, given))(text, values)) as never,
            transaction: (run) =>
              own.transaction((tx) =>
                run({ query: watch((text, values) => tx.query(text, values)) as never }),
              ),
          },
          { schema, now },
        ),
    };
  });
});

(POSTGRES_URL === undefined ? describe.skip : describe)('a claim in PostgreSQL', () => {
  const pool = new Pool({ connectionString: POSTGRES_URL, max: 2 });
  afterAll(() => pool.end());
  costCases(() =>
    Promise.resolve({
      query: (text, values) => pool.query(text, values),
      open: (schema, watch) =>
        postgresStore({
          schema,
          now,
          pool: {
            connect: async () => {
              const client = await pool.connect();
              return {
                query: watch((text, values) => client.query(text, values)),
                release: (destroy) => client.release(destroy),
                on: (event, listener) => client.on(event, listener),
              };
            },
            // Explaining needs a transaction.
            query: async (text, values) => {
              const client = await pool.connect();
              try {
                await client.query('begin');
                const result = await watch((one, given) => client.query(one, given))(text, values);
                await client.query('commit');
                return result;
              } finally {
                client.release();
              }
            },
            on: (event, listener) => pool.on(event, listener),
          },
        }),
    }),
  );
});

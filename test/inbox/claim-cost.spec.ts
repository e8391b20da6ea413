import type { PGlite } from '@electric-sql/pglite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { NewInboxEntry, PayInboxStore } from 'nestjs-pay';
import { pgliteStore } from 'nestjs-pay/pglite';
import { postgresStore } from 'nestjs-pay/postgres';
import { Pool } from 'pg';
import { newPglite } from '../pglite.js';
import { newSchema, POSTGRES_URL } from '../stores/databases.js';

const entry = (key: string, orderingKey: string): NewInboxEntry => ({
  key,
  orderingKey,
  fingerprint: 'f',
  delivery: { key, account: null, event: { data: {} } } as unknown as NewInboxEntry['delivery'],
});
/** The stores' clock does not move, so postponed entries stay postponed. */
const NOW = new Date('2030-01-01T00:00:00Z');
const now = (): Date => NOW;
const claim = { worker: 'w', limit: 8, leaseMs: 60_000 };

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

/** Explains each statement on entries before it runs, and rolls back its changes. */
function countPages(counted: (pages: number) => void): (query: Query) => Query {
  return (query) => async (text, values) => {
    if (text.includes('inbox_entries')) {
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
  }, 60_000);
  beforeEach(async () => {
    schema = newSchema();
    store = database.open(schema, (query) => query);
    await store.migrate();
    // A vacuum at an unpredictable time would change the measurement.
    await database.query(`alter table ${schema}.inbox_entries set (autovacuum_enabled = false)`);
  });
  afterEach(async () => {
    await database.query(`drop schema ${schema} cascade`);
  });

  const analyze = () => database.query(`analyze ${schema}.inbox_entries`);
  /** Inserts entries. The parameters are SQL expressions for the entry `n` at the time `at`. */
  const fill = async (count: number, { orderingKey, due, key = `'k' || n` }: Record<string, string>) => {
    await database.query(
      `insert into ${schema}.inbox_entries
         (entry_key, fingerprint, ordering_key, delivery, attempts, blocks_later_entries, due_at, look_at, received_at)
       select ${key}, 'f' || n, ${orderingKey}, '{"key":"k","event":{"data":{}}}', 1, ${due} <= at, ${due}, ${due}, at
       from generate_series(1, ${count}) n, (select '${NOW.toISOString()}'::timestamptz as at) clock`,
    );
  };

  /** Counts the pages that one claim reads, and returns the claimed keys. */
  async function costOfClaim(): Promise<{ pages: number; keys: string[] }> {
    let pages = 0;
    const watched = database.open(
      schema,
      countPages((more) => (pages += more)),
    );
    const claimed = await watched.claim(claim);
    return { pages, keys: claimed.map(({ delivery: { key } }) => key) };
  }

  /** Claims until a key is claimed, and returns the cost of each claim. */
  async function claimUntil(key: string, atMost: number): Promise<number[]> {
    const costs: number[] = [];
    while (costs.length < atMost) {
      const { pages, keys } = await costOfClaim();
      costs.push(pages);
      if (keys.includes(key)) return costs;
    }
    throw new Error(`${key} was not claimed in ${atMost} claims`);
  }

  it.each([
    ['one order', { orderingKey: `'forged'`, due: `at` }],
    ['one order, all attempted before', { orderingKey: `'forged'`, due: `at - interval '1 second'` }],
    ['one event that names many orders', { orderingKey: `'forged' || n`, due: `at`, key: `'forged'` }],
  ])(
    'claims other orders behind a flood of %s, at a bounded cost',
    async (_, flood) => {
      const costs: number[][] = [];
      for (const size of [2_000, 6_000]) {
        await database.query(`truncate ${schema}.inbox_entries`);
        await fill(size, flood);
        await analyze();
        await store.add(entry('true', 'true'));
        costs.push(await claimUntil('true', 10));
      }
      for (const all of costs) expect(Math.max(...all)).toBeLessThan(150_000);
      // The entries of the flood are postponed now, so the next claim reads few of them.
      await store.add(entry('later', 'later'));
      await claimUntil('later', 1);
      // Removes the old row versions from before the entries were postponed.
      await database.query(`vacuum (index_cleanup on) ${schema}.inbox_entries`);
      await store.add(entry('last', 'last'));
      expect((await claimUntil('last', 1))[0]).toBeLessThan(2_000);
    },
    120_000,
  );

  it('reads as few pages for a large backlog, due or not, as for a small one', async () => {
    const costs: number[] = [];
    for (const size of [100, 40_000]) {
      for (const due of [`at + interval '1 hour'`, `at - interval '1 hour'`]) {
        await database.query(`truncate ${schema}.inbox_entries`);
        await fill(size, { orderingKey: `'order' || n`, due });
        await analyze();
        await store.add(entry('true', 'true'));
        const { pages, keys } = await costOfClaim();
        expect(keys).toHaveLength(due.includes('+') ? 1 : 8);
        costs.push(pages);
      }
    }
    const [small = 0, smallDue = 0, large = 0, largeDue = 0] = costs;
    expect(large).toBeLessThan(2 * small);
    expect(largeDue).toBeLessThan(2 * smallDue);
  }, 120_000);

  it('claims an entry of the service first, at the cost of few pages, beside a flood of unknown senders', async () => {
    await fill(20_000, { orderingKey: `'true'`, due: `at - interval '1 hour'` });
    await database.query(
      `update ${schema}.inbox_entries set source = 'unknown', ordered = false, blocks_later_entries = false`,
    );
    await database.query(`vacuum (analyze, index_cleanup on) ${schema}.inbox_entries`);
    await store.add(entry('true', 'true'));
    const { pages, keys } = await costOfClaim();
    expect(keys).toContain('true');
    expect(pages).toBeLessThan(1_000);
  }, 60_000);

  it('uses the indexes even with statistics of an empty table', async () => {
    await analyze();
    await fill(5_000, { orderingKey: `'order' || n / 4`, due: 'at' });
    const { pages, keys } = await costOfClaim();
    expect(keys).toHaveLength(8);
    expect(pages).toBeLessThan(1_000);
  }, 60_000);
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
            query: (text: string, values?: unknown[]) => own.query(text, values),
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
            query: (text, values) => pool.query(text, values),
            on: (event, listener) => pool.on(event, listener),
          },
        }),
    }),
  );
});

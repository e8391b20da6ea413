import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { durableInbox } from 'nestjs-pay';
import type { PayInboxStore } from 'nestjs-pay';
import { pgliteStore } from 'nestjs-pay/pglite';
import { postgresStore } from 'nestjs-pay/postgres';
import { Pool } from 'pg';
import { newPglite } from '../pglite.js';
import { newSchema, POSTGRES_URL } from '../stores/databases.js';
import { until } from '../until.js';
import { paymentDelivery, startOf, unused } from './manual-inbox.js';
import { post } from './store-cases.js';
import { withTimes } from '../times.js';

const TABLES = readFileSync(join(import.meta.dirname, 'fixtures/inbox-0.1.0.sql'), 'utf8');

interface Database {
  store: (schema: string) => PayInboxStore<never>;
  /** Runs statements. */
  run: (text: string) => Promise<unknown>;
  query: (text: string, values: unknown[]) => Promise<unknown>;
}

type Row = [key: string, state: string, source: string | null, changes?: { reason?: string; name?: string }];

/** Rows of an inbox of version 0.1.0: of a key, one for each different content. */
const ROWS: Row[] = [
  ['waits', 'waiting', 'service'],
  ['works', 'working', 'service'],
  ['from the reconciler', 'waiting', null],
  ['failed', 'dead', 'service', { reason: 'failed' }],
  ['crashed', 'dead', 'service', { reason: 'crashed' }],
  ['unconfirmed', 'dead', 'service', { reason: 'unconfirmed' }],
  ['of an unknown sender', 'dead', 'unknown', { reason: 'refused' }],
  ['forged and true', 'waiting', 'unknown', { name: 'forged' }],
  ['forged and true', 'dead', 'service', { reason: 'unconfirmed', name: 'true' }],
  ['forged and found', 'working', 'unknown', { name: 'forged' }],
  ['forged and found', 'waiting', null, { name: 'true' }],
  ['done', 'done', 'service'],
  ['done', 'waiting', 'unknown', { name: 'forged' }],
  ['done', 'dead', 'unknown', { name: 'other', reason: 'refused' }],
  ['discarded', 'discarded', 'unknown', { name: 'forged' }],
];

function cases(open: () => Promise<Database>): void {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  }, 60_000);

  it('handles what waits or is a dead letter in an inbox of version 0.1.0, and knows what was done', async () => {
    const schema = newSchema();
    await database.run(TABLES.replaceAll('$schema', schema));
    for (const [n, [key, state, source, { reason = null, name = 'true' } = {}]] of ROWS.entries()) {
      const delivery = paymentDelivery(
        key,
        { OrderCode: 'one', name },
        { sender: (source ?? undefined) as never },
      );
      const isFinished = ['done', 'dead', 'discarded'].includes(state);
      await database.query(
        `insert into ${schema}.inbox_entries (entry_key, fingerprint, ordering_key, source, state, delivery, attempts, reason, error,
           worker, token, due_at, look_at, received_at, finished_at)
         values ($1, $2, $2, $3, $4, $5, 3, $6, 'why', $7, $7, $8, $8, $9, $10)`,
        [
          key,
          `fingerprint ${n}`,
          source,
          state,
          state === 'done' || state === 'discarded' ? null : JSON.stringify(delivery),
          reason,
          state === 'working' ? `t${n}` : null,
          '2099-01-01',
          `2020-01-01T00:00:${10 + n}Z`,
          isFinished ? new Date() : null,
        ],
      );
    }
    const store = database.store(schema);
    const inbox = durableInbox(withTimes({ store, pollMs: 50, concurrency: 1 }));
    const handled: string[] = [];
    await inbox.start(
      startOf(({ key, event }) => handled.push(`${key}: ${(event.data as { name: string }).name}`)),
    );
    await until(async () => (await inbox.stats()).unconfirmed + (await inbox.stats()).backlog === 0);
    const trusted = ROWS.filter(([key, , source]) => source !== 'unknown' && key !== 'done');
    // The oldest comes first.
    expect(handled.filter((one) => !one.startsWith('of an'))).toEqual(trusted.map(([key]) => `${key}: true`));
    expect(handled).toContain('of an unknown sender: true');
    expect(await inbox.stats()).toEqual({ backlog: 0, oldestAgeMs: null, dead: 0, unconfirmed: 0 });
    for (const key of ['waits', 'failed', 'forged and true', 'done'])
      expect(await post(store, key)).toBe('duplicate');
    // The true event of a forged one that was discarded may still come.
    expect(await inbox.receive(paymentDelivery('discarded'), unused)).toBe('stored');
    await inbox.stop();
  });
}

describe('an inbox in PGlite', () => {
  let db: PGlite;
  afterAll(() => db.close());
  cases(async () => {
    db = await newPglite();
    return {
      store: (schema) => pgliteStore(db, { schema }) as PayInboxStore<never>,
      run: (text) => db.exec(text),
      query: (text, values) => db.query(text, values),
    };
  });
});

(POSTGRES_URL === undefined ? describe.skip : describe)('an inbox in PostgreSQL', () => {
  const pool = new Pool({ connectionString: POSTGRES_URL });
  afterAll(() => pool.end());
  cases(() =>
    Promise.resolve({
      store: (schema) => postgresStore({ pool, schema }) as PayInboxStore<never>,
      run: (text) => pool.query(text),
      query: (text, values) => pool.query(text, values),
    }),
  );
});

import { afterAll, describe, expect, it } from '@jest/globals';
import type { NewInboxEntry } from 'nestjs-pay';
import { postgresStore } from 'nestjs-pay/postgres';
import { Pool } from 'pg';
import { POSTGRES_URL } from './stores.js';

const MANY = 1_500;
const schema = `cost_${process.pid}`;
const entry = (key: string, lane: string): NewInboxEntry => ({
  key,
  lane,
  fingerprint: 'f',
  delivery: { key, account: null, event: { data: {} } } as unknown as NewInboxEntry['delivery'],
});

(POSTGRES_URL === undefined ? describe.skip : describe)('a claim', () => {
  // One session: it tells at once what it has read.
  const pool = new Pool({ connectionString: POSTGRES_URL, max: 1 });
  const store = postgresStore({ pool, schema });
  afterAll(async () => {
    await pool.query(`drop schema if exists ${schema} cascade`);
    await pool.end();
  });
  const addMany = (name: string) =>
    Promise.all(
      Array.from({ length: MANY }, (_, at) => store.add(entry(`${name}${at}`, `${name}${at >> 2}`))),
    );
  const claim = { worker: 'w', leaseMs: 60_000 };

  async function rowsRead(work: () => Promise<unknown>): Promise<number> {
    const read = async () => {
      await pool.query('select pg_stat_force_next_flush()');
      const { rows } = await pool.query<{ read: string }>(
        `select (select sum(idx_tup_read) from pg_stat_all_indexes where schemaname = $1)
              + (select sum(seq_tup_read) from pg_stat_all_tables where schemaname = $1) as read`,
        [schema],
      );
      return Number(rows[0]?.read);
    };
    const before = await read();
    await work();
    return (await read()) - before;
  }

  it('does not read the inbox once for every entry, by statistics of an empty table', async () => {
    await store.migrate();
    await pool.query(`alter table ${schema}.inbox_entries set (autovacuum_enabled = false)`);
    await pool.query(`analyze ${schema}.inbox_entries`);
    await addMany('done');
    for (let left = MANY; left > 0;) {
      const claimed = await store.claim({ ...claim, limit: MANY });
      await Promise.all(claimed.map((lease) => store.complete(lease)));
      left -= claimed.length;
    }
    await addMany('waiting');
    // Takes away what the rows were before, and leaves the statistics.
    await pool.query(`vacuum (index_cleanup on) ${schema}.inbox_entries`);
    const ofClaim = await rowsRead(async () => {
      expect(await store.claim({ ...claim, limit: 8 })).toHaveLength(8);
    });
    // A small table may be read through; each entry against each would be hundreds of times as much.
    expect(ofClaim).toBeLessThan(10 * MANY);
    const ofAdd = await rowsRead(() => Promise.all([store.add(entry('a', 'l')), store.add(entry('b', 'l'))]));
    expect(ofAdd).toBeLessThan(10 * MANY);
  }, 60_000);
});

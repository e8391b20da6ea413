import type { Transaction } from '@electric-sql/pglite';
import { pgliteStore } from 'nestjs-pay/pglite';
import { postgresStore } from 'nestjs-pay/postgres';
import { MemoryInboxStore } from 'nestjs-pay/testing';
import type { StoreUnderTest } from 'nestjs-pay/testing';
import { Pool } from 'pg';
import type { PoolClient } from 'pg';
import { newPglite } from '../pglite.js';

/** URL of the server, or undefined if it cannot start: see postgres.mjs. */
export const POSTGRES_URL = process.env['PAY_TEST_POSTGRES'];

let schemas = 0;
/** Returns a unique schema name, for stores that share a server. */
export const newSchema = (): string => `pay_${process.pid}_${++schemas}`;

interface FakeTime {
  now: () => Date;
  advance: (ms: number) => void;
}

export function fakeTime(): FakeTime {
  let time = Date.parse('2030-01-01T00:00:00Z');
  return {
    now: () => new Date(time),
    advance: (ms) => {
      time += ms;
    },
  };
}

export function openMemory(): Promise<StoreUnderTest<never>> {
  const { now, advance } = fakeTime();
  const store = new MemoryInboxStore({ now: () => now().getTime() });
  return Promise.resolve({ store, other: store, advance, close: () => Promise.resolve() });
}

/** Shares one database in memory between all cases, with a schema for each, because it takes seconds to start. */
export function pglites(): { open(): Promise<StoreUnderTest<Transaction>>; close(): Promise<void> } {
  const starting = newPglite();
  return {
    async open() {
      const db = await starting;
      const { now, advance } = fakeTime();
      const schema = newSchema();
      const store = pgliteStore(db, { schema, now });
      await store.migrate();
      await db.exec(`create table ${schema}.notes (text text)`);
      return {
        store,
        other: pgliteStore(db, { schema, now }),
        advance,
        write: async (tx, text) => {
          await tx.query(`insert into ${schema}.notes values ($1)`, [text]);
        },
        written: async () =>
          (await db.query<{ text: string }>(`select text from ${schema}.notes`)).rows.map(({ text }) => text),
        close: async () => {
          await db.exec(`drop schema ${schema} cascade`);
        },
      };
    },
    close: async () => (await starting).close(),
  };
}

/** Opens two stores on the server with separate connections. */
export async function openPostgres(): Promise<StoreUnderTest<PoolClient>> {
  const pools = [0, 1].map(() => new Pool({ connectionString: POSTGRES_URL, max: 4 }));
  const [pool, otherPool] = pools as [Pool, Pool];
  const { now, advance } = fakeTime();
  const schema = newSchema();
  const store = postgresStore<PoolClient>({ pool, schema, now });
  await store.migrate();
  await pool.query(`create table ${schema}.notes (text text)`);
  return {
    store,
    other: postgresStore<PoolClient>({ pool: otherPool, schema, now }),
    advance,
    write: async (tx, text) => {
      await tx.query(`insert into ${schema}.notes values ($1)`, [text]);
    },
    written: async () =>
      (await pool.query<{ text: string }>(`select text from ${schema}.notes`)).rows.map(({ text }) => text),
    close: async () => {
      await pool.query(`drop schema ${schema} cascade`);
      await Promise.all(pools.map((one) => one.end()));
    },
  };
}

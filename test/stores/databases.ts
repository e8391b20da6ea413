import { randomUUID } from 'node:crypto';
import type { PGlite } from '@electric-sql/pglite';
import { Client, Pool } from 'pg';
import { newPglite } from '../pglite.js';

/** URL of the server, or undefined if it cannot start: see test/inbox/postgres.mjs. */
export const POSTGRES_URL = process.env['PAY_TEST_POSTGRES'];

/** Returns a unique schema name, for stores that share a server. */
export const newSchema = (): string => `pay_${randomUUID().replaceAll('-', '')}`;

/** Creates a database on the server, which is deleted with it, and connects to it. */
export async function createDatabase(name: string): Promise<{ url: string; client: Client }> {
  const admin = new Client({ connectionString: POSTGRES_URL });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = new URL(POSTGRES_URL ?? '');
  url.pathname = name;
  const client = new Client({ connectionString: url.href });
  await client.connect();
  return { url: url.href, client };
}

/** Two stores with the same data, as in two processes. */
export interface UnderTest<Store> {
  store: Store;
  other: Store;
  /** Time of both stores, in milliseconds since 1970. */
  now: () => number;
  advance: (ms: number) => void;
  /** The schema of the stores, if they are in a database. */
  sql?: Sql;
  close: () => Promise<void>;
}

interface Sql {
  schema: string;
  query: (text: string) => Promise<{ rows: unknown[] }>;
}

/** Opens empty stores that are separate from each other. */
export interface StoreDatabase<Options> {
  open<Store>(make: (options: Options) => Store): Promise<UnderTest<Store>>;
  close(): Promise<void>;
}

interface SqlOptions {
  now: () => Date;
  schema: string;
}

const nothing = (): Promise<void> => Promise.resolve();

export const memory: StoreDatabase<{ now: () => number }> = {
  open: (make) => {
    const clock = fakeTime();
    const store = make(clock);
    return Promise.resolve({ store, other: store, ...clock, close: nothing });
  },
  close: nothing,
};

/** Shares one database in memory, with a schema for each pair of stores, because it takes seconds to start. */
export async function pglite(): Promise<StoreDatabase<SqlOptions & { database: PGlite }>> {
  const database = await newPglite();
  return {
    open: (make) =>
      openSql(
        (text) => database.query(text),
        (options) => make({ ...options, database }),
      ),
    close: () => database.close(),
  };
}

/** The two stores use separate connections. */
export function postgres(): StoreDatabase<SqlOptions & { pool: Pool }> {
  const [first, second] = [newPool(), newPool()];
  return {
    open(make) {
      const pools = [first, second];
      return openSql(
        (text) => first.query(text),
        (options) => make({ ...options, pool: pools.shift() ?? first }),
      );
    },
    close: async () => void (await Promise.all([first.end(), second.end()])),
  };
}

const newPool = (): Pool => new Pool({ connectionString: POSTGRES_URL, max: 4 });

export function openSql<Store>(
  query: Sql['query'],
  make: (options: SqlOptions) => Store,
): Promise<UnderTest<Store>> {
  const { now, advance } = fakeTime();
  const schema = newSchema();
  const options = { schema, now: () => new Date(now()) };
  const [store, other] = [make(options), make(options)];
  const close = async (): Promise<void> => void (await query(`drop schema if exists ${schema} cascade`));
  return Promise.resolve({ store, other, now, advance, sql: { schema, query }, close });
}

function fakeTime(): { now: () => number; advance: (ms: number) => void } {
  let time = Date.parse('2030-01-01T00:00:00Z');
  return {
    now: () => time,
    advance: (ms) => {
      time += ms;
    },
  };
}

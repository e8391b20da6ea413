import type { PGlite } from '@electric-sql/pglite';
import { Pool } from 'pg';
import { fakeTime, newSchema, POSTGRES_URL } from '../inbox/stores.js';
import { newPglite } from '../pglite.js';

/** Two stores with the same data, as in two processes. */
export interface UnderTest<Store> {
  store: Store;
  other: Store;
  /** Time of both stores, in milliseconds since 1970. */
  now: () => number;
  advance: (ms: number) => void;
  close: () => Promise<void>;
}

/** Opens empty stores that are separate from each other. */
export interface Place<Options> {
  open<Store>(make: (options: Options) => Store): Promise<UnderTest<Store>>;
  close(): Promise<void>;
}

interface Timed {
  now: () => Date;
}
interface OnSql extends Timed {
  schema: string;
}

const nothing = (): Promise<void> => Promise.resolve();

export const memory: Place<{ now: () => number }> = {
  open: (make) => {
    const clock = fakeTime();
    const now = (): number => clock.now().getTime();
    const store = make({ now });
    return Promise.resolve({ store, other: store, now, advance: clock.advance, close: nothing });
  },
  close: nothing,
};

/** Shares one database in memory, with a schema for each store, because it takes seconds to start. */
export async function pglite(): Promise<Place<OnSql & { database: PGlite }>> {
  const database = await newPglite();
  return {
    open(make) {
      const schema = newSchema();
      const close = async () => void (await database.exec(`drop schema if exists ${schema} cascade`));
      return open((options) => make({ ...options, database, schema }), close);
    },
    close: () => database.close(),
  };
}

/** The two stores use separate connections. */
export function postgres(): Place<OnSql & { pool: Pool }> {
  const [first, second] = [newPool(), newPool()];
  return {
    open(make) {
      const pools = [first, second];
      const schema = newSchema();
      const close = async () => void (await first.query(`drop schema if exists ${schema} cascade`));
      return open((options) => make({ ...options, schema, pool: pools.shift() ?? first }), close);
    },
    close: async () => void (await Promise.all([first.end(), second.end()])),
  };
}

const newPool = (): Pool => new Pool({ connectionString: POSTGRES_URL, max: 4 });

function open<Store>(make: (options: Timed) => Store, close: () => Promise<void>): Promise<UnderTest<Store>> {
  const { now, advance } = fakeTime();
  const [store, other] = [make({ now }), make({ now })];
  return Promise.resolve({ store, other, now: () => now().getTime(), advance, close });
}

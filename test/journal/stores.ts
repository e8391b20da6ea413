import { MemoryJournalStore } from 'nestjs-pay/client';
import type { PayJournalStore } from 'nestjs-pay/client';
import { pgliteJournal } from 'nestjs-pay/pglite';
import { postgresJournal } from 'nestjs-pay/postgres';
import { Pool } from 'pg';
import { newPglite } from '../pglite.js';

/** Where the server is; undefined where it does not start. */
export const POSTGRES_URL = process.env['PAY_TEST_POSTGRES'];

/** A store to try, and another process' view of the same entries. */
export interface JournalUnderTest {
  store: PayJournalStore;
  other: PayJournalStore;
  advance: (ms: number) => void;
  close: () => Promise<void>;
}

let schemas = 0;
const newSchema = (): string => `journal_${process.pid}_${++schemas}`;

function fakeTime() {
  let time = Date.parse('2030-01-01T00:00:00Z');
  return { now: () => new Date(time), advance: (ms: number) => void (time += ms) };
}

export function openMemory(): Promise<JournalUnderTest> {
  const { now, advance } = fakeTime();
  const store = new MemoryJournalStore({ now: () => now().getTime() });
  return Promise.resolve({ store, other: store, advance, close: () => Promise.resolve() });
}

/** One database in memory for all cases, a schema for each: it takes seconds to start. */
export function pglites() {
  const starting = newPglite();
  return {
    async open(): Promise<JournalUnderTest> {
      const db = await starting;
      const { now, advance } = fakeTime();
      const schema = newSchema();
      const [store, other] = [0, 1].map(() => pgliteJournal(db, { schema, now })) as [
        PayJournalStore,
        PayJournalStore,
      ];
      await store.migrate();
      const close = async () => void (await db.exec(`drop schema ${schema} cascade`));
      return { store, other, advance, close };
    },
    close: async () => (await starting).close(),
  };
}

/** A store on the server, and another with connections of its own. */
export async function openPostgres(): Promise<JournalUnderTest> {
  const pools = [0, 1].map(() => new Pool({ connectionString: POSTGRES_URL, max: 4 }));
  const { now, advance } = fakeTime();
  const schema = newSchema();
  const [store, other] = pools.map((pool) => postgresJournal({ pool, schema, now })) as [
    PayJournalStore,
    PayJournalStore,
  ];
  await store.migrate();
  return {
    store,
    other,
    advance,
    close: async () => {
      await pools[0]?.query(`drop schema ${schema} cascade`);
      await Promise.all(pools.map((one) => one.end()));
    },
  };
}

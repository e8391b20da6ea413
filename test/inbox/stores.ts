import type { Transaction } from '@electric-sql/pglite';
import type { PayInboxStore } from 'nestjs-pay';
import { pgliteStore } from 'nestjs-pay/pglite';
import { postgresStore } from 'nestjs-pay/postgres';
import { MemoryInboxStore } from 'nestjs-pay/testing';
import type { StoreUnderTest } from 'nestjs-pay/testing';
import type { PoolClient } from 'pg';
import { memory, pglite, postgres } from '../stores/databases.js';
import type { StoreDatabase } from '../stores/databases.js';

interface Queryable {
  query(text: string, values?: unknown[]): Promise<unknown>;
}

/** A database with inbox stores. */
export interface InboxDatabase<Tx> {
  open(): Promise<StoreUnderTest<Tx>>;
  close(): Promise<void>;
}

export const memoryInboxes = (): InboxDatabase<never> =>
  inboxesIn(memory, (options) => new MemoryInboxStore(options));

export const pgliteInboxes = async (): Promise<InboxDatabase<Transaction>> =>
  inboxesIn(await pglite(), ({ database, ...options }) => pgliteStore(database, options));

export const postgresInboxes = (): InboxDatabase<PoolClient> =>
  inboxesIn(postgres(), (options) => postgresStore<PoolClient>(options));

function inboxesIn<Options, Tx extends Queryable>(
  database: StoreDatabase<Options>,
  make: (options: Options) => PayInboxStore<Tx>,
): InboxDatabase<Tx> {
  return {
    async open() {
      const under = await database.open(make);
      await under.store.migrate();
      const { sql } = under;
      if (sql === undefined) return under;
      const notes = `${sql.schema}.notes`;
      await sql.query(`create table ${notes} (text text)`);
      return {
        ...under,
        write: async (transaction: Tx, text: string) => {
          await transaction.query(`insert into ${notes} values ($1)`, [text]);
        },
        written: async () => {
          const { rows } = await sql.query(`select text from ${notes}`);
          return (rows as { text: string }[]).map(({ text }) => text);
        },
      };
    },
    close: () => database.close(),
  };
}

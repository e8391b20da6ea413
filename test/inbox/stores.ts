import type { Transaction } from '@electric-sql/pglite';
import { afterAll, beforeAll } from '@jest/globals';
import type { PGlite } from '@electric-sql/pglite';
import type { PayInboxStore } from 'nestjs-pay';
import { pgliteStore } from 'nestjs-pay/pglite';
import { postgresStore } from 'nestjs-pay/postgres';
import type { PoolClient } from 'pg';
import { newPglite } from '../pglite.js';
import { newSchema, pglite, postgres } from '../stores/databases.js';
import type { StoreDatabase } from '../stores/databases.js';
import type { InboxUnderTest } from './store-cases.js';

interface Queryable {
  query(text: string, values?: unknown[]): Promise<unknown>;
}

/** A database with inbox stores. */
export interface InboxDatabase<Tx> {
  open(): Promise<InboxUnderTest<Tx>>;
  close(): Promise<void>;
}

export const pgliteInboxes = async (): Promise<InboxDatabase<Transaction>> =>
  inboxesIn(await pglite(), ({ database, ...options }) => pgliteStore(database, options));

export const postgresInboxes = (): InboxDatabase<PoolClient> =>
  inboxesIn(postgres(), (options) => postgresStore<PoolClient>(options));

/** Opens a database for all tests of a file. Returns a function that creates an empty inbox store in it. */
export function emptyInboxStores(): (options?: { now?: () => Date }) => PayInboxStore<Transaction> {
  let db: PGlite;
  beforeAll(async () => {
    db = await newPglite();
  });
  afterAll(() => db.close());
  return (options) => pgliteStore(db, { ...options, schema: newSchema() });
}

function inboxesIn<Options, Tx extends Queryable>(
  database: StoreDatabase<Options>,
  make: (options: Options) => PayInboxStore<Tx>,
): InboxDatabase<Tx> {
  return {
    async open() {
      const under = await database.open(make);
      await under.store.migrate();
      const { sql } = under;
      if (sql === undefined) throw new TypeError('inbox stores need a database');
      const notes = `${sql.schema}.notes`;
      await sql.query(`create table ${notes} (text text)`);
      return {
        ...under,
        sql,
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

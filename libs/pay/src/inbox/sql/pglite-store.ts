import type { PayInboxStore } from '../inbox-store.js';
import { SqlInboxStore } from './sql-inbox-store.js';
import type { SqlInboxStoreOptions } from './sql-inbox-store.js';

/** What the store needs of a PGlite transaction. */
export interface PgliteTransaction {
  /** Runs one statement. */
  query<Row>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/** What the store needs of a `PGlite` database. */
export interface PgliteDatabase<Transaction extends PgliteTransaction> extends PgliteTransaction {
  /** Runs a function in a transaction; all else waits meanwhile. */
  transaction<Result>(run: (transaction: Transaction) => Promise<Result>): Promise<Result>;
}

/**
 * Keeps an inbox in PGlite: PostgreSQL inside this process, in memory or in a folder, no server. `@PayTransaction()` gives
 * handlers PGlite's `Transaction`; while one is open, the database itself waits, so such a handler must not query it.
 *
 * @example durableInbox({ store: pgliteStore(await PGlite.create('./data')) })
 */
export function pgliteStore<Transaction extends PgliteTransaction>(
  database: PgliteDatabase<Transaction>,
  options: SqlInboxStoreOptions = {},
): PayInboxStore<Transaction> {
  return new SqlInboxStore<Transaction>(
    {
      query: <Row>(text: string, values?: unknown[]) => database.query<Row>(text, values),
      transaction: (run) => database.transaction((transaction) => run(transaction, transaction)),
    },
    options,
  );
}

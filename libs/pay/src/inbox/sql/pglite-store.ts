import { pgliteDatabase } from '../../stores/sql/pglite-database.js';
import type { PgliteDatabase, PgliteTransaction } from '../../stores/sql/pglite-database.js';
import type { SqlStoreOptions } from '../../stores/sql/sql-options.js';
import type { PayInboxStore } from '../inbox-store.js';
import { SqlInboxStore } from './sql-inbox-store.js';

/**
 * Stores an inbox in PGlite: PostgreSQL inside this process, in memory or in a folder, without a server. `@PayTransaction()` passes
 * PGlite's `Transaction` to handlers. While a transaction is open, the database itself waits, so such a handler must not query it.
 *
 * @example durableInbox({ store: pgliteStore(await PGlite.create('./data')) })
 */
export function pgliteStore<Transaction extends PgliteTransaction>(
  database: PgliteDatabase<Transaction>,
  options: SqlStoreOptions = {},
): PayInboxStore<Transaction> {
  return new SqlInboxStore(pgliteDatabase(database), options);
}

import { pgliteDatabase } from '../../stores/sql/pglite-database.js';
import type { PgliteDatabase, PgliteTransaction } from '../../stores/sql/pglite-database.js';
import { postgresDatabase } from '../../stores/sql/postgres-database.js';
import type { PostgresClient, PostgresStoreOptions } from '../../stores/sql/postgres-database.js';
import type { SqlStoreOptions } from '../../stores/sql/sql-options.js';
import type { PayJournalStore } from '../journal-store.js';
import { SqlJournalStore } from './sql-journal-store.js';

/**
 * Keeps a journal in PostgreSQL, in a table of its own beside the inbox's.
 *
 * @example new PayJournal({ store: postgresJournal({ pool: new Pool({ connectionString }) }) })
 */
export function postgresJournal<Client extends PostgresClient>({
  pool,
  ...options
}: PostgresStoreOptions<Client>): PayJournalStore {
  return new SqlJournalStore(postgresDatabase(pool), options);
}

/**
 * Keeps a journal in PGlite: PostgreSQL inside this process, in memory or in a folder, no server.
 *
 * @example new PayJournal({ store: pgliteJournal(await PGlite.create('./data')) })
 */
export function pgliteJournal<Transaction extends PgliteTransaction>(
  database: PgliteDatabase<Transaction>,
  options: SqlStoreOptions = {},
): PayJournalStore {
  return new SqlJournalStore(pgliteDatabase(database), options);
}

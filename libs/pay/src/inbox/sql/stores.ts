import { pgliteDatabase } from '../../stores/sql/pglite-database.js';
import type { PgliteDatabase, PgliteTransaction } from '../../stores/sql/pglite-database.js';
import { postgresDatabase } from '../../stores/sql/postgres-database.js';
import type { PostgresClient, PostgresStoreOptions } from '../../stores/sql/postgres-database.js';
import type { SqlStoreOptions } from '../../stores/sql/sql-store.js';
import type { PayInboxStore } from '../inbox-store.js';
import { SqlInboxStore } from './sql-inbox-store.js';

/**
 * Stores an inbox in PostgreSQL 10 or newer (tested with 18). `@PayTransaction()` passes the pool's client, in its open transaction,
 * to handlers.
 *
 * @throws RangeError that names each invalid option.
 * @example durableInbox({ store: postgresStore({ pool: new Pool({ connectionString }) }) })
 */
export function postgresStore<Client extends PostgresClient>({
  pool,
  ...options
}: PostgresStoreOptions<Client>): PayInboxStore<Client> {
  return new SqlInboxStore(postgresDatabase(pool), options);
}

/**
 * Stores an inbox in PGlite: PostgreSQL inside this process, in memory or in a folder, without a server. `@PayTransaction()` passes
 * PGlite's `Transaction` to handlers. While a transaction is open, the database itself waits, so such a handler must not query it.
 *
 * @throws RangeError that names each invalid option.
 * @example durableInbox({ store: pgliteStore(await PGlite.create('./data')) })
 */
export function pgliteStore<Transaction extends PgliteTransaction>(
  database: PgliteDatabase<Transaction>,
  options: SqlStoreOptions = {},
): PayInboxStore<Transaction> {
  return new SqlInboxStore(pgliteDatabase(database), options);
}

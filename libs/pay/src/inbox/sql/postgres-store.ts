import { postgresDatabase } from '../../stores/sql/postgres-database.js';
import type { PostgresClient, PostgresStoreOptions } from '../../stores/sql/postgres-database.js';
import type { PayInboxStore } from '../inbox-store.js';
import { SqlInboxStore } from './sql-inbox-store.js';

/**
 * Stores an inbox in PostgreSQL 10 or newer (tested with 18). `@PayTransaction()` passes the pool's client, in its open transaction,
 * to handlers.
 *
 * @example durableInbox({ store: postgresStore({ pool: new Pool({ connectionString }) }) })
 */
export function postgresStore<Client extends PostgresClient>({
  pool,
  ...options
}: PostgresStoreOptions<Client>): PayInboxStore<Client> {
  return new SqlInboxStore(postgresDatabase(pool), options);
}

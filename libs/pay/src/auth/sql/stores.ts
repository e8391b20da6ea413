import { pgliteDatabase } from '../../stores/sql/pglite-database.js';
import type { PgliteDatabase, PgliteTransaction } from '../../stores/sql/pglite-database.js';
import { postgresDatabase } from '../../stores/sql/postgres-database.js';
import type { PostgresClient, PostgresStoreOptions } from '../../stores/sql/postgres-database.js';
import type { SqlStoreOptions } from '../../stores/sql/sql-options.js';
import { SqlTokens } from './sql-token-store.js';
import type { SqlTokenStore } from './sql-token-store.js';

/**
 * Shares tokens through PostgreSQL: one exchange for all processes. They are sealed with the credentials.
 *
 * @example new PayWallet({ …, tokens: postgresTokens({ pool: new Pool({ connectionString }) }) })
 */
export function postgresTokens<Client extends PostgresClient>({
  pool,
  ...options
}: PostgresStoreOptions<Client>): SqlTokenStore {
  return new SqlTokens(postgresDatabase(pool), options);
}

/**
 * Shares tokens through PGlite: those of a folder are there again after a restart.
 *
 * @example new PayWallet({ …, tokens: pgliteTokens(await PGlite.create('./data')) })
 */
export function pgliteTokens<Transaction extends PgliteTransaction>(
  database: PgliteDatabase<Transaction>,
  options: SqlStoreOptions = {},
): SqlTokenStore {
  return new SqlTokens(pgliteDatabase(database), options);
}

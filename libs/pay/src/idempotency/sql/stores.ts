import { pgliteDatabase } from '../../stores/sql/pglite-database.js';
import type { PgliteDatabase, PgliteTransaction } from '../../stores/sql/pglite-database.js';
import { postgresDatabase } from '../../stores/sql/postgres-database.js';
import type { PostgresClient, PostgresStoreOptions } from '../../stores/sql/postgres-database.js';
import type { SqlStoreOptions } from '../../stores/sql/sql-store.js';
import { PayIdempotency } from '../pay-idempotency.js';
import type { PayIdempotencyOptions } from '../pay-idempotency.js';
import { SqlIdempotencyStore } from './sql-idempotency-store.js';

/**
 * Stores idempotency keys in PostgreSQL, in the table `idempotency_keys`. All processes on the database share them.
 *
 * @throws RangeError that names each invalid option.
 * @example
 * const idempotency = postgresIdempotency({ pool: new Pool({ connectionString }) });
 * const pay = new PayWallet({ ...credentials, idempotency });
 */
export function postgresIdempotency<Client extends PostgresClient>({
  pool,
  schema,
  now,
  ...options
}: PostgresStoreOptions<Client> & Omit<PayIdempotencyOptions, 'store'>): PayIdempotency {
  return new PayIdempotency({
    ...options,
    store: new SqlIdempotencyStore(postgresDatabase(pool), { schema, now }),
  });
}

/**
 * Stores idempotency keys in PGlite: PostgreSQL inside this process, in memory or in a folder, without a server.
 *
 * @throws RangeError that names each invalid option.
 * @example
 * const idempotency = pgliteIdempotency(await PGlite.create('./data'));
 * const pay = new PayWallet({ ...credentials, idempotency });
 */
export function pgliteIdempotency<Transaction extends PgliteTransaction>(
  database: PgliteDatabase<Transaction>,
  { schema, now, ...options }: SqlStoreOptions & Omit<PayIdempotencyOptions, 'store'> = {},
): PayIdempotency {
  return new PayIdempotency({
    ...options,
    store: new SqlIdempotencyStore(pgliteDatabase(database), { schema, now }),
  });
}

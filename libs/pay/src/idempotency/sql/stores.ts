import { pgliteDatabase } from '../../stores/sql/pglite-database.js';
import type { PgliteDatabase, PgliteTransaction } from '../../stores/sql/pglite-database.js';
import { postgresDatabase } from '../../stores/sql/postgres-database.js';
import type { PostgresClient, PostgresStoreOptions } from '../../stores/sql/postgres-database.js';
import { prismaDatabase } from '../../stores/sql/prisma-database.js';
import type { PrismaDatabase, PrismaTransaction } from '../../stores/sql/prisma-database.js';
import { checkSqlDatabase } from '../../stores/sql/sql-store.js';
import type { SqlDatabase, SqlStoreOptions } from '../../stores/sql/sql-store.js';
import { typeormDatabase } from '../../stores/sql/typeorm-database.js';
import type { TypeormDataSource, TypeormManager } from '../../stores/sql/typeorm-database.js';
import { PayIdempotency } from '../pay-idempotency.js';
import type { PayIdempotencyOptions } from '../pay-idempotency.js';
import { sqlIdempotencyStore } from './sql-idempotency-store.js';

type SqlIdempotencyOptions = SqlStoreOptions & Omit<PayIdempotencyOptions, 'store'>;

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
  ...options
}: PostgresStoreOptions<Client> & Omit<PayIdempotencyOptions, 'store'>): PayIdempotency {
  return create(postgresDatabase(pool), options);
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
  options: SqlIdempotencyOptions = {},
): PayIdempotency {
  return create(pgliteDatabase(database), options);
}

/**
 * Stores idempotency keys in PostgreSQL through the `DataSource` of your application (TypeORM 0.3 or 1).
 *
 * @throws RangeError that names each invalid option.
 * @example
 * const pay = new PayWallet({ ...credentials, idempotency: typeormIdempotency(dataSource) });
 */
export function typeormIdempotency<Manager extends TypeormManager>(
  dataSource: TypeormDataSource<Manager>,
  options: SqlIdempotencyOptions = {},
): PayIdempotency {
  return create(typeormDatabase(dataSource), options);
}

/**
 * Stores idempotency keys in PostgreSQL through the `PrismaClient` of your application (Prisma 7).
 *
 * @throws RangeError that names each invalid option.
 * @example
 * const pay = new PayWallet({ ...credentials, idempotency: prismaIdempotency(prisma) });
 */
export function prismaIdempotency<Transaction extends PrismaTransaction>(
  prisma: PrismaDatabase<Transaction>,
  options: SqlIdempotencyOptions = {},
): PayIdempotency {
  return create(prismaDatabase(prisma), options);
}

/**
 * Stores idempotency keys in PostgreSQL through any library that runs SQL, such as Drizzle or Knex. Test your adapter with
 * the cases of `test/idempotency/store-cases.ts`.
 *
 * @throws RangeError that names each invalid option.
 * @example
 * const pay = new PayWallet({ ...credentials, idempotency: sqlIdempotency(drizzleDatabase(db)) });
 */
export function sqlIdempotency<Transaction>(
  database: SqlDatabase<Transaction>,
  options: SqlIdempotencyOptions = {},
): PayIdempotency {
  return create(checkSqlDatabase(database), options);
}

function create(
  database: SqlDatabase<unknown>,
  { schema, now, ...options }: SqlIdempotencyOptions,
): PayIdempotency {
  return new PayIdempotency({ ...options, store: sqlIdempotencyStore(database, { schema, now }) });
}

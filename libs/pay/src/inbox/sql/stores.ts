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
import type { PayInboxStore } from '../inbox-store.js';
import { sqlInboxStore } from './sql-inbox-store.js';

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
  return sqlInboxStore(postgresDatabase(pool), options);
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
  return sqlInboxStore(pgliteDatabase(database), options);
}

/**
 * Stores an inbox in PostgreSQL through the `DataSource` of your application (TypeORM 0.3 or 1). `@PayTransaction()` passes the
 * transaction's `EntityManager` to handlers.
 *
 * @throws RangeError that names each invalid option.
 * @example durableInbox({ store: typeormStore(dataSource) })
 */
export function typeormStore<Manager extends TypeormManager>(
  dataSource: TypeormDataSource<Manager>,
  options: SqlStoreOptions = {},
): PayInboxStore<Manager> {
  return sqlInboxStore(typeormDatabase(dataSource), options);
}

/**
 * Stores an inbox in PostgreSQL through the `PrismaClient` of your application (Prisma 7). `@PayTransaction()` passes the client of
 * an interactive transaction to handlers.
 *
 * @throws RangeError that names each invalid option.
 * @example durableInbox({ store: prismaStore(prisma) })
 */
export function prismaStore<Transaction extends PrismaTransaction>(
  prisma: PrismaDatabase<Transaction>,
  options: SqlStoreOptions = {},
): PayInboxStore<Transaction> {
  return sqlInboxStore(prismaDatabase(prisma), options);
}

/**
 * Stores an inbox in PostgreSQL through any library that runs SQL, such as Drizzle or Knex. `@PayTransaction()` passes the library's
 * own transaction to handlers.
 *
 * @throws RangeError that names each invalid option.
 * @example durableInbox({ store: sqlStore(drizzleDatabase(db)) })
 */
export function sqlStore<Transaction>(
  database: SqlDatabase<Transaction>,
  options: SqlStoreOptions = {},
): PayInboxStore<Transaction> {
  return sqlInboxStore(checkSqlDatabase(database), options);
}

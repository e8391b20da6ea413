export { postgresStore, sqlStore } from './inbox/sql/stores.js';
export { postgresIdempotency, sqlIdempotency } from './idempotency/sql/stores.js';
export type { PostgresClient, PostgresPool, PostgresStoreOptions } from './stores/sql/postgres-database.js';
export type { SqlDatabase, SqlSession, SqlStoreOptions } from './stores/sql/sql-store.js';

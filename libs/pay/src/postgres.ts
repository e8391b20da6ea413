export { postgresStore } from './inbox/sql/postgres-store.js';
export { postgresIdempotency } from './idempotency/sql/stores.js';
export type { PostgresClient, PostgresPool, PostgresStoreOptions } from './stores/sql/postgres-database.js';
export type { SqlStoreOptions } from './stores/sql/sql-options.js';

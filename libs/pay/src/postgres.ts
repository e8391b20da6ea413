export { postgresStore } from './inbox/sql/stores.js';
export { postgresIdempotency } from './idempotency/sql/stores.js';
export type { PostgresClient, PostgresPool, PostgresStoreOptions } from './stores/sql/postgres-database.js';
export type { SqlStoreOptions } from './stores/sql/sql-store.js';

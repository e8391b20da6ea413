export { postgresStore, sqlStore } from './inbox/sql/stores.js';
export { postgresIdempotency, sqlIdempotency } from './idempotency/sql/stores.js';
export type { SqlDatabase, SqlSession } from './stores/sql/sql-store.js';
export { withPoolClient } from './stores/sql/postgres-database.js';

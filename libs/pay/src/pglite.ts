export { pgliteStore } from './inbox/sql/stores.js';
export { pgliteIdempotency } from './idempotency/sql/stores.js';
export type { PgliteDatabase, PgliteTransaction } from './stores/sql/pglite-database.js';
export type { SqlStoreOptions } from './stores/sql/sql-store.js';

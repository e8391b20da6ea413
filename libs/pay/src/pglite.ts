export { pgliteStore } from './inbox/sql/stores.js';
export { pgliteIdempotency } from './idempotency/sql/stores.js';
export { pgliteDatabase } from './stores/sql/pglite-database.js';

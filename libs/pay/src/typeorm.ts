export { typeormStore } from './inbox/sql/stores.js';
export { typeormIdempotency } from './idempotency/sql/stores.js';
export { typeormDatabase } from './stores/sql/typeorm-database.js';

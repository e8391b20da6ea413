export { typeormStore } from './inbox/sql/stores.js';
export { typeormIdempotency } from './idempotency/sql/stores.js';

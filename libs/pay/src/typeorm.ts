export { typeormStore } from './inbox/sql/stores.js';
export { typeormIdempotency } from './idempotency/sql/stores.js';
export type { SqlStoreOptions } from './stores/sql/sql-store.js';
export type { TypeormDataSource, TypeormManager, TypeormQueryRunner } from './stores/sql/typeorm-database.js';

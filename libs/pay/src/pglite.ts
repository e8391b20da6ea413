export { pgliteStore } from './inbox/sql/pglite-store.js';
export type { PgliteDatabase, PgliteTransaction } from './inbox/sql/pglite-store.js';
export type { SqlInboxStoreOptions } from './inbox/sql/sql-inbox-store.js';
export { pgliteJournal } from './journal/sql/stores.js';

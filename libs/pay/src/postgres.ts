export { postgresStore } from './inbox/sql/postgres-store.js';
export type { PostgresClient, PostgresPool, PostgresStoreOptions } from './inbox/sql/postgres-store.js';
export type { SqlInboxStoreOptions } from './inbox/sql/sql-inbox-store.js';
export { postgresJournal } from './journal/sql/stores.js';

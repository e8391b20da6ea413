export { prismaStore } from './inbox/sql/stores.js';
export { prismaIdempotency } from './idempotency/sql/stores.js';
export type { PrismaDatabase, PrismaTransaction } from './stores/sql/prisma-database.js';
export type { SqlStoreOptions } from './stores/sql/sql-store.js';

export { prismaStore } from './inbox/sql/stores.js';
export { prismaIdempotency } from './idempotency/sql/stores.js';
export { prismaDatabase } from './stores/sql/prisma-database.js';

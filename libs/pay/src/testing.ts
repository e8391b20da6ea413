export { MemoryInboxStore } from './inbox/memory-store.js';
export { idempotencyStoreCases } from './testing/idempotency-store-cases.js';
export type { IdempotencyStoreUnderTest } from './testing/idempotency-store-cases.js';
export type { StoreUnderTest } from './testing/inbox-store-case.js';
export { inboxStoreCases } from './testing/inbox-store-cases.js';
export type { StoreCase } from './testing/store-case.js';

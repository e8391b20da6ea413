export type { IdempotencyRecord, PayIdempotencyStore } from './idempotency-store.js';
export type { PayRestore } from './restore.js';
export { memoryIdempotency, PayIdempotency } from './pay-idempotency.js';

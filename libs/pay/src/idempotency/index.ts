export type { IdempotencyRecord, PayIdempotencyStore } from './idempotency-store.js';
export { memoryIdempotency, PayIdempotency } from './pay-idempotency.js';

export type { IdempotencyRecord, IdempotencyWrite, PayIdempotencyStore } from './idempotency-store.js';
export { MemoryIdempotencyStore } from './memory-idempotency-store.js';
export { memoryIdempotency, PayIdempotency } from './pay-idempotency.js';
export type { PayIdempotencyOptions } from './pay-idempotency.js';

export { MemoryIdempotencyStore } from './idempotency/memory-idempotency-store.js';
export { MemoryInboxStore } from './inbox/memory-store.js';
export { idempotencyStoreCases } from './testing/idempotency-store-cases.js';
export type { StoreUnderTest } from './testing/inbox-store-case.js';
export { inboxStoreCases } from './testing/inbox-store-cases.js';
export { PayTestSimulator } from './testing/pay-test-simulator.js';
export { PayTestingModule } from './testing/pay-testing.module.js';
export { payFailed, payOk } from './testing/results.js';

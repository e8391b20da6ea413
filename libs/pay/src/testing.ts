export { MemoryIdempotencyStore } from './idempotency/memory-idempotency-store.js';
export { PayTestSimulator } from './testing/pay-test-simulator.js';
export { PayTestWorld } from './testing/pay-test-world.js';
export { PayTestingModule } from './testing/pay-testing.module.js';
export { payFailed, payOk } from './testing/results.js';

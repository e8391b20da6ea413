export { idempotencyStoreCases } from './testing/idempotency-store-cases.js';
export type { IdempotencyStoreUnderTest } from './testing/idempotency-store-cases.js';
export { PayTestSimulator } from './testing/pay-test-simulator.js';
export type { PayTestWaitOptions } from './testing/pay-testing-host.js';
export { PayTestingModule } from './testing/pay-testing.module.js';
export type { PayTestingAppOptions, PayTestingOptions } from './testing/pay-testing.module.js';
export { payFailed, payOk } from './testing/results.js';
export type { PayFailedDetails } from './testing/results.js';
export type { StoreCase } from './testing/store-case.js';

export type { FailedSessionFact, OrderFact, PaymentFact, TransactionFact } from './payment-fact.js';
export type { PaymentAmounts } from './amounts.js';
export type { PaymentAttempt } from './payment-attempt.js';
export type { PaymentState, PaymentStatus } from './payment-state.js';
export { PaymentTimeline } from './payment-timeline.js';
export type { StoredPaymentTimeline } from './payment-timeline.js';

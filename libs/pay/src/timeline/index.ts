export type { PaymentState } from './payment-state.js';
export { PaymentTimeline } from './payment-timeline.js';
export type { StoredPaymentTimeline } from './payment-timeline.js';

import { defineOperation } from '../define-operation.js';

/** Options of other calls on the same address, which these cancellations reject: a platform's refund and a payout. */
const OTHER_CANCELLATION_OPTIONS = {
  reverseTransfers: 'it belongs to a platform’s refund',
  refundPlatformFee: 'it belongs to a platform’s refund',
  serviceId: 'it would make the call a payout',
} as const;

export const ACQUIRING_REFUND = defineOperation('transactions.acquiringRefund', {
  options: { forbidden: OTHER_CANCELLATION_OPTIONS },
});

export const CANCEL_PARTIAL_AUTHORIZATION = defineOperation('transactions.cancelPartialAuthorization', {
  options: { forbidden: OTHER_CANCELLATION_OPTIONS },
  response: { kind: 'empty' },
});

export const CANCEL_REBATE_OR_FAST_REFUND = defineOperation('transactions.cancelRebateOrFastRefund', {
  options: { forbidden: OTHER_CANCELLATION_OPTIONS },
  response: { kind: 'empty' },
});

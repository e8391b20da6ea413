import { defineOperation, operations } from '../define-operation.js';
import { NOTHING_LEFT } from '../transactions/refund-refusals.js';
import { RefundIsvTransactionOptions } from '../options.generated.js';

export const CANCEL_ISV_TRANSACTION = defineOperation('isv:transactions.cancelTransaction', {
  envelopeCodes: NOTHING_LEFT,
});

const { options: OWN } = operations['isv:transactions.cancelTransaction'];

/** The same request with the payment's ID as an argument. */
export const REFUND_ISV_TRANSACTION = defineOperation('isv:transactions.cancelTransaction', {
  envelopeCodes: NOTHING_LEFT,
  options: {
    dto: RefundIsvTransactionOptions,
    forbidden: { ...OWN?.forbidden, transactionId: 'it is the first argument' },
  },
});

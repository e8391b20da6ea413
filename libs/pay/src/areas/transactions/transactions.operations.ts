import { defineOperation } from '../define-operation.js';
import { NOTHING_LEFT } from './refund-refusals.js';

export const CANCEL_TRANSACTION = defineOperation('transactions.cancelTransaction', {
  envelopeCodes: NOTHING_LEFT,
});

/** The same call under the name that users look for, which its messages use. */
export const REFUND: typeof CANCEL_TRANSACTION = {
  ...CANCEL_TRANSACTION,
  displayName: 'transactions.refund',
};

import { defineOperation } from '../define-operation.js';

export const CANCEL_MARKETPLACE_TRANSACTION = defineOperation('marketplace:transactions.cancelTransaction', {
  options: {
    forbidden: { serviceId: 'it would make the call a payout' },
  },
});

/** The same call under the name that users look for, which its messages use. */
export const REFUND: typeof CANCEL_MARKETPLACE_TRANSACTION = {
  ...CANCEL_MARKETPLACE_TRANSACTION,
  displayName: 'transactions.refund',
};

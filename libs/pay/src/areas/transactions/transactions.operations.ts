import { defineOperation } from '../define-operation.js';
import { NOTHING_LEFT } from './refund-refusals.js';

export const CANCEL_TRANSACTION = defineOperation('transactions.cancelTransaction', {
  options: {
    forbidden: { serviceId: 'it would make the call a payout' },
  },
  envelopeCodes: NOTHING_LEFT,
});

/** The same call under the name that users look for, which its messages use. */
export const REFUND: typeof CANCEL_TRANSACTION = {
  ...CANCEL_TRANSACTION,
  displayName: 'transactions.refund',
};

export const MAKE_MOTO_CARD_CHARGE = defineOperation('transactions.makeMotoCardCharge', {
  options: { secret: ['creditcard'] },
});

import { defineOperation } from '../define-operation.js';
import { ON_BEHALF_OF } from '../target-merchant.js';
import { NOTHING_LEFT } from '../transactions/refund-refusals.js';
import * as types from './isv-transactions.options.generated.js';

const NO_PAYOUT = { serviceId: 'it would make the call a payout' } as const;

export const CANCEL_ISV_TRANSACTION = defineOperation('isv:transactions.cancelTransaction', {
  options: { forbidden: NO_PAYOUT },
  envelopeCodes: NOTHING_LEFT,
});

/** The same request with the payment's ID as an argument. */
export const REFUND_ISV_TRANSACTION: typeof CANCEL_ISV_TRANSACTION = {
  ...CANCEL_ISV_TRANSACTION,
  options: {
    dto: types.RefundIsvTransactionOptions,
    in: 'query',
    toUserName: ON_BEHALF_OF,
    forbidden: { ...NO_PAYOUT, transactionId: 'it is the first argument' },
  },
};

export const PAY_OUT_OLD = defineOperation('transactions.payOutOld', {
  options: { constants: { serviceId: 14 } },
});

export const MAKE_ISV_MOTO_CARD_CHARGE = defineOperation('isv:transactions.makeMotoCardCharge', {
  options: { secret: ['creditcard'] },
});

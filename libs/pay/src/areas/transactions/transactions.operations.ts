import { currencyText } from '../../core/operation/response-members.js';
import { defineOperation } from '../define-operation.js';
import { NOTHING_LEFT } from './refund-refusals.js';
import type { Transaction } from '../results.generated.js';

export const GET_TRANSACTION_BY_ID = defineOperation('transactions.getTransactionById', {
  response: { pick: readTransaction },
});

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

/** Converts the currency to a string with leading zeros, and the type to a number. The service sends either form. */
function readTransaction(body: Record<string, unknown>): Transaction {
  const transaction = body as unknown as Transaction;
  const { currencyCode, transactionTypeId } = transaction;
  return {
    ...transaction,
    currencyCode: currencyText(currencyCode),
    transactionTypeId: Number(transactionTypeId),
  };
}

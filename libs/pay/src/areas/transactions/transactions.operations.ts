import { currencyText } from '../../core/operation/response-members.js';
import { defineOperation } from '../define-operation.js';
import { KEY_HINTS } from './acquiring.operations.js';
import { OctAndPayoutOptions } from './transactions.options.generated.js';
import { MakeMotoCardChargeOptions } from './transactions.options.generated.js';
import { NOTHING_LEFT, READ_THE_PAYMENT } from './refund-refusals.js';
import { CancelTransactionOptions, CreateTransactionOptions } from './transactions.options.generated.js';
import type { Transaction } from '../results.generated.js';

export const GET_TRANSACTION_BY_ID = defineOperation('transactions.getTransactionById', {
  response: { pick: readTransaction },
});

export const CREATE_TRANSACTION = defineOperation('transactions.createTransaction', {
  outcomeLookup: { read: 'transactions.getLegacyTransactions', about: 'charge', from: 'transactionId' },
  options: { dto: CreateTransactionOptions, toPath: { transactionId: 'id' } },
});

export const CANCEL_TRANSACTION = defineOperation('transactions.cancelTransaction', {
  outcomeLookup: { read: 'transactions.getLegacyTransactions', about: 'refund', from: 'transactionId' },
  options: {
    dto: CancelTransactionOptions,
    forbidden: { serviceId: 'it would make the call a payout' },
  },
  envelopeCodes: NOTHING_LEFT,
  hints: {
    409: READ_THE_PAYMENT,
    400: 'The amount may exceed what is left to refund. transactions.getRemainingAmounts returns that amount.',
  },
});

/** The same call under the name that users look for, which its messages use. */
export const REFUND: typeof CANCEL_TRANSACTION = {
  ...CANCEL_TRANSACTION,
  displayName: 'transactions.refund',
};

export const MAKE_MOTO_CARD_CHARGE = defineOperation('transactions.makeMotoCardCharge', {
  outcomeLookup: {
    read: 'transactions.getLegacyTransactions:list',
    about: 'order-charge',
    from: 'orderCode',
  },
  options: { dto: MakeMotoCardChargeOptions, int64: ['orderCode'], secret: ['creditcard'] },
});

export const OCT_AND_PAYOUT = defineOperation('transactions.octAndPayout', {
  outcomeLookup: { read: 'transactions.getLegacyTransactions', about: 'refund', from: 'transactionId' },
  hints: KEY_HINTS,
  options: { dto: OctAndPayoutOptions },
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

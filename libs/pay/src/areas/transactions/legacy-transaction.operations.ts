import { defineOperation } from '../define-operation.js';
import { UNREADABLE_LEGACY, readLegacyTransactions } from './legacy-transaction.reader.js';

/** Response of both reads. */
export const LEGACY_TRANSACTIONS = {
  kind: 'json',
  required: ['Transactions'],
  forms: { read: readLegacyTransactions, problem: UNREADABLE_LEGACY },
} as const;

export const GET_LEGACY_TRANSACTION = defineOperation('transactions.getLegacyTransactions', {
  response: LEGACY_TRANSACTIONS,
});

export const LIST_LEGACY_TRANSACTIONS = defineOperation('transactions.getLegacyTransactions:list', {
  displayName: 'transactions.getLegacyTransactions',
  response: LEGACY_TRANSACTIONS,
});

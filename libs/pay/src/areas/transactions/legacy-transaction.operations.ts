import { defineOperation } from '../../core/operation/operation.js';
import { LegacyTransactionsQuery } from './legacy-transaction.types.js';
import { UNREADABLE_LEGACY, readLegacyTransactions } from './legacy-transaction.reader.js';
import type { LegacyTransactions } from './legacy-transaction.types.js';

/** Answer of both reads. */
export const LEGACY_TRANSACTIONS = {
  kind: 'json',
  required: ['Transactions'],
  forms: { read: readLegacyTransactions, problem: UNREADABLE_LEGACY },
} as const;

export const GET_LEGACY_TRANSACTION = defineOperation<LegacyTransactions>()({
  id: 'transactions.getLegacyTransactions',
  method: 'GET',
  host: 'web',
  path: '/api/transactions/{transactionId}',
  parameters: { transactionId: 'uuid' },
  auth: 'basic',
  retry: 'safe',
  answer: LEGACY_TRANSACTIONS,
});

export const LIST_LEGACY_TRANSACTIONS = defineOperation<LegacyTransactions>()({
  id: 'transactions.getLegacyTransactions:list',
  method: 'GET',
  host: 'web',
  path: '/api/transactions/',
  auth: 'basic',
  retry: 'safe',
  options: { dto: LegacyTransactionsQuery, in: 'query', int64: ['orderCode'] },
  answer: LEGACY_TRANSACTIONS,
});

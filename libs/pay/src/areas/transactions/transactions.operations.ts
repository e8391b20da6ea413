import { defineOperation } from '../../core/operation.js';
import { OctAndPayoutOptions } from './acquiring.types.js';
import { MakeMotoCardChargeOptions } from './moto.types.js';
import { CancelTransactionOptions, CreateTransactionOptions } from './transactions.types.js';
import type { Transaction, TransactionAnswer } from './transactions.types.js';

export const GET_TRANSACTION_BY_ID = defineOperation<Transaction>()({
  id: 'transactions.getTransactionById',
  method: 'GET',
  host: 'api',
  path: '/checkout/v2/transactions/{transactionId}',
  parameters: { transactionId: 'uuid' },
  auth: 'oauth',
  retry: 'safe',
  answer: {
    kind: 'json',
    required: ['amount', 'orderCode', 'statusId', 'insDate', 'currencyCode', 'transactionTypeId'],
    pick: readTransaction,
  },
});

export const CREATE_TRANSACTION = defineOperation<TransactionAnswer>()({
  id: 'transactions.createTransaction',
  method: 'POST',
  host: 'web',
  path: '/api/transactions/{transactionId}',
  parameters: { transactionId: 'uuid' },
  auth: 'basic',
  retry: 'unsafe',
  options: { dto: CreateTransactionOptions, in: 'json', toPath: { transactionId: 'id' } },
  answer: { kind: 'json', required: ['TransactionId', 'StatusId'] },
});

export const CANCEL_TRANSACTION = defineOperation<TransactionAnswer, 'alreadycanceled'>()({
  id: 'transactions.cancelTransaction',
  method: 'DELETE',
  host: 'web',
  path: '/api/transactions/{transactionId}',
  parameters: { transactionId: 'uuid' },
  auth: 'basic',
  retry: 'unsafe',
  options: { dto: CancelTransactionOptions, in: 'query' },
  answer: { kind: 'json', required: ['TransactionId', 'StatusId'] },
  codes: { 409: 'alreadycanceled' },
  hints: {
    400: 'It may be more than is left to refund: transactions.getRemainingAmounts says how much that is.',
  },
});

export const MAKE_MOTO_CARD_CHARGE = defineOperation<TransactionAnswer>()({
  id: 'transactions.makeMotoCardCharge',
  method: 'POST',
  host: 'web',
  path: '/api/transactions',
  auth: 'basic',
  retry: 'unsafe',
  options: { dto: MakeMotoCardChargeOptions, in: 'json', int64: ['orderCode'] },
  answer: { kind: 'json', required: ['TransactionId', 'StatusId'] },
});

export const OCT_AND_PAYOUT = defineOperation<TransactionAnswer>()({
  id: 'transactions.octAndPayout',
  method: 'DELETE',
  host: 'web',
  path: '/api/transactions/{transactionId}',
  parameters: { transactionId: 'uuid' },
  auth: 'basic',
  retry: { callerKey: 'idempotencyKey' },
  options: { dto: OctAndPayoutOptions, in: 'query' },
  answer: { kind: 'json', required: ['TransactionId', 'StatusId'] },
});

/** Currencies come as text or number: always text, with its leading zeros. */
function readTransaction(body: Record<string, unknown>): Transaction {
  const transaction = body as unknown as Transaction;
  return { ...transaction, currencyCode: String(transaction.currencyCode).padStart(3, '0') };
}

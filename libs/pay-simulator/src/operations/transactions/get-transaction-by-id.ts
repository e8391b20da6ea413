import { athensWithOffset } from '../../domain/athens-time.js';
import { transactionValues } from '../../domain/transaction-members.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { membersOf } from '../members-of.js';

/** Returns a transaction without its ID. Amounts are in major units. @see contract/openapi/transactions.yaml transactions.getTransactionById */
export const getTransactionById: MerchantHandler = ({ account, transactions }, { path }) => {
  const transaction = transactions.find(path.transactionId ?? '');
  if (!transaction) return { status: 404, json: { status: 404, message: null, eventId: '0' } };
  const values = transactionValues(transaction, account);
  const insDate = athensWithOffset(transaction.createdAt);
  return ok(membersOf('transactions.getTransactionById', { insDate, ...values }));
};

import { athensWithOffset } from '../../domain/athens-time.js';
import { commonMembers, customerMembers } from '../../domain/transaction-members.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';

/** Returns a transaction without its ID. Amounts are in major units. @see contract/transactions.json transactions.getTransactionById */
export const getTransactionById: MerchantHandler = ({ transactions }, { path }) => {
  const transaction = transactions.find(path.transactionId ?? '');
  if (!transaction) return { status: 404, json: { status: 404, message: null, eventId: '0' } };
  return ok({
    ...commonMembers(transaction),
    ...customerMembers(transaction),
    insDate: athensWithOffset(transaction.createdAt),
    recurringSupport: transaction.recurringSupport,
  });
};

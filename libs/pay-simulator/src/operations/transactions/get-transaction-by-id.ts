import { athensWithOffset } from '../../domain/athens-time.js';
import { commonMembers, customerMembers } from '../../domain/transaction-members.js';
import type { AccountServices } from '../../wiring/merchant-services.js';
import { ok, type OperationHandler } from '../../http/operation.js';

/** Returns a transaction without its ID. Amounts are in major units. @see contract/transactions.json transactions.getTransactionById */
export const getTransactionById =
  ({ transactions }: AccountServices): OperationHandler =>
  ({ path }) => {
    const transaction = transactions.find(path.transactionId ?? '');
    if (!transaction) return { status: 404, json: { status: 404, message: null, eventId: '0' } };
    return ok({
      ...commonMembers(transaction),
      ...customerMembers(transaction),
      insDate: athensWithOffset(transaction.createdAt),
      recurringSupport: transaction.recurringSupport,
    });
  };

import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../operation.js';
import { acquiringFields } from './acquiring-fields.js';

/**
 * Cancels a rebate, a fast refund or a partial authorisation: one URL, what the transaction is decides. Answers nothing.
 * @see contract/transactions.json transactions.cancelRebateOrFastRefund, transactions.cancelPartialAuthorization
 */
export const cancelAcquiringTransaction =
  ({
    cancellations,
    idempotencyKeys,
  }: Pick<Services, 'cancellations' | 'idempotencyKeys'>): OperationHandler =>
  ({ path, query }) => {
    const { request, key } = acquiringFields(query);
    query.check();
    const id = path.transactionId?.toLowerCase() ?? '';
    idempotencyKeys.once('cancelAcquiring', key, { id, ...request }, () => cancellations.cancel(id, request));
    return { status: 200 };
  };

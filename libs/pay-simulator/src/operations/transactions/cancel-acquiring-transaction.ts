import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../operation.js';
import { readAcquiringRequest } from './acquiring-fields.js';

/**
 * Cancels a rebate, a fast refund or a partial authorization. All have the same URL; the transaction decides. The response is empty.
 * @see contract/transactions.json transactions.cancelRebateOrFastRefund, transactions.cancelPartialAuthorization
 */
export const cancelAcquiringTransaction =
  ({
    cancellations,
    idempotencyKeys,
  }: Pick<Services, 'cancellations' | 'idempotencyKeys'>): OperationHandler =>
  ({ path, query }) => {
    const { request, key } = readAcquiringRequest(query);
    query.check();
    const id = path.transactionId?.toLowerCase() ?? '';
    idempotencyKeys.runOnce('cancelAcquiring', key, { id, ...request }, () =>
      cancellations.cancel(id, request),
    );
    return { status: 200 };
  };

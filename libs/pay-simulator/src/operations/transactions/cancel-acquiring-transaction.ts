import type { AcquiringRefundQuery } from '../request-values.generated.js';
import { disbursementKind } from '../../domain/disbursements.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { acquiringRequest } from './acquiring-fields.js';

/**
 * Refunds or voids a payment, releases a pre-authorization, or cancels a rebate or fast refund. All have the same URL; the
 * transaction decides. Only the response to the last one is empty.
 * @see contract/openapi/transactions.yaml transactions.acquiringRefund, transactions.cancelPartialAuthorization,
 * transactions.cancelRebateOrFastRefund
 */
export const cancelAcquiringTransaction: MerchantHandler<object, AcquiringRefundQuery> = (
  { disbursements, idempotencyKeys, reversals, transactions },
  { path, query },
) => {
  const { request, key } = acquiringRequest(query);
  const id = path.transactionId?.toLowerCase() ?? '';
  const isDisbursement = disbursementKind(transactions.get(id)) !== undefined;
  const made = idempotencyKeys.runOnce('cancelAcquiring', key, { id, ...request }, () =>
    isDisbursement ? disbursements.cancel(id, request) : reversals.cancel(id, request),
  );
  return isDisbursement ? { status: 200 } : ok({ transactionId: made.id });
};

import type { OctAndPayoutQuery } from '../request-values.generated.js';
import { ServiceId } from '../../domain/disbursements.js';
import type { MerchantHandler } from '../handler.js';
import { acquiringRequest } from './acquiring-fields.js';
import { transactionResult } from './transaction-result.js';

/** Sends an original credit or a pay-out to the card of a payment. @see contract/openapi/transactions.yaml transactions.octAndPayout */
export const octAndPayout: MerchantHandler<object, OctAndPayoutQuery> = (
  { clock, disbursements, idempotencyKeys },
  { path, query },
) => {
  const kind = query.serviceId === ServiceId.Payout ? ServiceId.Payout : ServiceId.Oct;
  const { request, key } = acquiringRequest(query);
  const paymentId = path.transactionId?.toLowerCase() ?? '';
  return transactionResult(clock.now(), () =>
    idempotencyKeys.runOnce('octAndPayout', key, { paymentId, kind, ...request }, () =>
      disbursements.payOut(paymentId, kind, request),
    ),
  );
};

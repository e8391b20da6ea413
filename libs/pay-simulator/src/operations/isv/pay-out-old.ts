import type { PayOutOldQuery } from '../request-values.generated.js';
import { ServiceId } from '../../domain/disbursements.js';
import { acquiringRequest } from '../transactions/acquiring-fields.js';
import { transactionResult } from '../transactions/transaction-result.js';
import type { MerchantHandler } from '../handler.js';

/** Pays out to the card of a payment. It has no idempotency key. @see contract/openapi/isv.yaml transactions.payOutOld */
export const payOutOld: MerchantHandler<object, PayOutOldQuery> = (
  { clock, disbursements },
  { path, query },
) => {
  const { request } = acquiringRequest(query);
  return transactionResult(clock.now(), () =>
    disbursements.payOut(path.transactionId ?? '', ServiceId.Payout, request),
  );
};

import { ServiceId } from '../../domain/disbursements.js';
import { readAcquiringRequest } from '../transactions/acquiring-fields.js';
import { transactionResult } from '../transactions/transaction-result.js';
import type { MerchantHandler } from '../handler.js';

/** Pays out to the card of a payment. It has no idempotency key. @see contract/openapi/isv.yaml transactions.payOutOld */
export const payOutOld: MerchantHandler = ({ clock, disbursements }, { path, query }) => {
  query.integer('serviceId', { minimum: ServiceId.Payout, maximum: ServiceId.Payout });
  const { request } = readAcquiringRequest(query);
  return transactionResult(clock.now(), () =>
    disbursements.payOut(path.transactionId ?? '', ServiceId.Payout, request),
  );
};

import type { MerchantHandler } from '../handler.js';
import { disburseOnce, readAcquiringRequest } from './acquiring-fields.js';

/** Refunds a payment within minutes. @see contract/openapi/transactions.yaml transactions.fastRefund */
export const fastRefund: MerchantHandler = (services, request) => {
  const fields = readAcquiringRequest(request.body);
  request.body.check();
  return disburseOnce('fastRefund', services, request, fields);
};

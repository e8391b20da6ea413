import type { MerchantHandler } from '../handler.js';
import { disburseOnce, readAcquiringRequest } from './acquiring-fields.js';

/** Sends a rebate to the card of a payment. @see contract/openapi/transactions.yaml transactions.rebate */
export const rebate: MerchantHandler = (services, request) => {
  const fields = readAcquiringRequest(request.body);
  request.body.check();
  return disburseOnce('rebate', services, request, fields);
};

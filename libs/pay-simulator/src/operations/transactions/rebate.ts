import type { AccountServices } from '../../wiring/merchant-services.js';
import type { OperationHandler } from '../../http/operation.js';
import { disburseOnce, readAcquiringRequest } from './acquiring-fields.js';

/** Sends a rebate to the card of a payment. @see contract/transactions.json transactions.rebate */
export const rebate =
  (services: AccountServices): OperationHandler =>
  (request) => {
    const fields = readAcquiringRequest(request.body);
    request.body.check();
    return disburseOnce('rebate', services, request, fields);
  };

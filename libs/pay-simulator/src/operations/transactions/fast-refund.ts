import type { AccountServices } from '../../wiring/merchant-services.js';
import type { OperationHandler } from '../../http/operation.js';
import { disburseOnce, readAcquiringRequest } from './acquiring-fields.js';

/** Refunds a payment within minutes. @see contract/transactions.json transactions.fastRefund */
export const fastRefund =
  (services: AccountServices): OperationHandler =>
  (request) => {
    const fields = readAcquiringRequest(request.body);
    request.body.require('sourceCode', 'merchantTrns', 'idempotencyKey');
    request.body.check();
    return disburseOnce('fastRefund', services, request, fields);
  };

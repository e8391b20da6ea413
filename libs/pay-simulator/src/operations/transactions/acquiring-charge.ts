import type { AcquiringChargeBody } from '../request-values.generated.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { acquiringRequest } from './acquiring-fields.js';

/** Captures a pre-authorization or makes a recurring charge. @see contract/openapi/transactions.yaml transactions.acquiringCharge */
export const acquiringCharge: MerchantHandler<AcquiringChargeBody> = ({ recharges }, { path, body }) => {
  const { request } = acquiringRequest(body);
  const { id, status, eventId } = recharges.charge(path.transactionId ?? '', {
    ...request,
    tipAmount: 0,
    installments: 0,
  });
  if (status === 'F') return ok({ transactionId: id });
  const json = { status: 502, message: 'Transaction failed', eventId: String(eventId) };
  return { status: 502, json, eventId, isExecuted: true };
};

import type { GenerateRfCodesBody } from '../request-values.generated.js';
import { rfCodeOfOrder } from '../../domain/rf-code.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';

/** Event ID for an unknown order. @see contract/openapi/legacy-misc.yaml rfCodePayments.generateRfCodes */
const ORDER_NOT_FOUND = 5501;

/** Returns the RF code of an order. Any client can request it. @see contract/openapi/legacy-misc.yaml rfCodePayments.generateRfCodes */
export const generateRfCodes: MerchantHandler<GenerateRfCodesBody> = ({ orders }, { body }) => {
  const order = orders.find(body.orderCode);
  if (order) return ok({ rfPaymentCode: rfCodeOfOrder(order.code) });
  // This path has the errors of the API host instead of the web host's envelope.
  return {
    status: 404,
    json: { status: 404, message: 'Order was not found', eventId: String(ORDER_NOT_FOUND) },
  };
};

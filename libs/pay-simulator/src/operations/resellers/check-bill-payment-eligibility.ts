import type { CheckBillPaymentEligibilityBody } from '../request-values.generated.js';
import type { MerchantHandler } from '../handler.js';
import { checkedReply, counterCustomer } from './counter-fields.js';

/** Checks whether a bill payment is allowed, and sends a one-time password. @see contract/openapi/resellers.yaml resellers.checkBillPaymentEligibility */
export const checkBillPaymentEligibility: MerchantHandler<CheckBillPaymentEligibilityBody> = (
  { resellerDesk },
  request,
) => {
  resellerDesk.requireReseller();
  return checkedReply(resellerDesk, 'bill', counterCustomer(request.body));
};

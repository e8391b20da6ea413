import type { MerchantHandler } from '../handler.js';
import { checkedReply, readCustomer } from './counter-fields.js';

/** Checks whether a bill payment is allowed, and sends a one-time password. @see contract/openapi/resellers.yaml resellers.checkBillPaymentEligibility */
export const checkBillPaymentEligibility: MerchantHandler = ({ resellerDesk }, { body }) => {
  resellerDesk.requireReseller();
  const customer = readCustomer(body);
  body.check();
  return checkedReply(resellerDesk, 'bill', customer);
};

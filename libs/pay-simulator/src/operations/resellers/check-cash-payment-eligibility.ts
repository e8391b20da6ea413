import type { CheckCashPaymentEligibilityBody } from '../request-values.generated.js';
import { acceptsAmount, acceptsCash } from '../../domain/counter-payments.js';
import type { MerchantHandler } from '../handler.js';
import { checkedReply, readCustomer, readNamedOrder } from './counter-fields.js';

/** Checks whether a cash payment is allowed, and sends a one-time password. @see contract/openapi/resellers.yaml resellers.checkCashPaymentEligibility */
export const checkCashPaymentEligibility: MerchantHandler = ({ orders, resellerDesk }, { body }) => {
  resellerDesk.requireReseller();
  const customer = readCustomer(body);
  const code = readNamedOrder(body);
  const { amount } = body.rest<CheckCashPaymentEligibilityBody>();
  const order = code === undefined ? undefined : orders.find(code);
  if (code !== undefined && !(order && acceptsCash(order)))
    body.expect('orderCode', 'an order that can be paid in cash');
  if (order && amount !== undefined && !acceptsAmount(order, amount))
    body.expect('amount', 'the amount of the order');
  body.check();
  return checkedReply(resellerDesk, 'cash', customer);
};

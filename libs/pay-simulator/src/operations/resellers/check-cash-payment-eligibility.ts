import { BadRequest } from '../../http/bad-request.js';
import type { CheckCashPaymentEligibilityBody } from '../request-values.generated.js';
import { acceptsAmount, acceptsCash } from '../../domain/counter-payments.js';
import type { MerchantHandler } from '../handler.js';
import { checkedReply, counterCustomer, namedOrder } from './counter-fields.js';

/** Checks whether a cash payment is allowed, and sends a one-time password. @see contract/openapi/resellers.yaml resellers.checkCashPaymentEligibility */
export const checkCashPaymentEligibility: MerchantHandler<CheckCashPaymentEligibilityBody> = (
  { orders, resellerDesk },
  request,
) => {
  resellerDesk.requireReseller();
  const { body } = request;
  const code = namedOrder(body);
  const { amount } = body;
  const order = code === undefined ? undefined : orders.find(code);
  if (code !== undefined && !(order && acceptsCash(order)))
    throw BadRequest.ofRule('orderCode', 'an order that can be paid in cash');
  if (order && amount !== undefined && !acceptsAmount(order, amount))
    throw BadRequest.ofRule('amount', 'the amount of the order');
  return checkedReply(resellerDesk, 'cash', counterCustomer(body));
};

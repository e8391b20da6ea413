import { BadRequest } from '../../http/bad-request.js';
import type { CashPaymentBody } from '../request-values.generated.js';
import { Refusal } from '../../domain/refusal.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { counterRequest, namedOrder } from './counter-fields.js';
import { membersOf } from '../members-of.js';
import { receiptValues } from './counter-receipt.js';

/** Accepts cash for an order. @see contract/openapi/resellers.yaml resellers.cashPayment */
export const cashPayment: MerchantHandler<CashPaymentBody> = (
  { account, counterPayments, resellerDesk },
  request,
) => {
  resellerDesk.requireReseller();
  const { body } = request;
  const orderCode = namedOrder(body);
  if (orderCode === undefined) throw BadRequest.ofRule('orderCode', 'a value, or rfPaymentCode');
  const { merchantId } = account.credentials.merchant;
  const { merchantId: payee = merchantId } = body;
  // All orders in the simulator belong to the account, so another merchant has no order with the code.
  if (payee.toLowerCase() !== merchantId.toLowerCase()) throw new Refusal(404, 'Order was not found');
  const transaction = counterPayments.payOrder(orderCode, counterRequest('cash', body));
  return ok(membersOf('resellers.cashPayment', receiptValues(transaction, account)));
};

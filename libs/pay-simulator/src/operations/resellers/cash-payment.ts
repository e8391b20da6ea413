import type { CashPaymentBody } from '../request-values.generated.js';
import { Refusal } from '../../domain/refusal.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { readCounterRequest, readNamedOrder } from './counter-fields.js';
import { membersOf } from '../members-of.js';
import { receiptValues } from './counter-receipt.js';

/** Accepts cash for an order. @see contract/openapi/resellers.yaml resellers.cashPayment */
export const cashPayment: MerchantHandler = ({ account, counterPayments, resellerDesk }, { body }) => {
  resellerDesk.requireReseller();
  const request = readCounterRequest('cash', body);
  if (!body.has('orderCode') && !body.has('rfPaymentCode'))
    body.expect('orderCode', 'a value, or rfPaymentCode');
  const orderCode = readNamedOrder(body) ?? '';
  const { merchantId } = account.credentials.merchant;
  const { merchantId: payee = merchantId } = body.rest<CashPaymentBody>();
  // All orders in the simulator belong to the account, so another merchant has no order with the code.
  if (payee.toLowerCase() !== merchantId.toLowerCase()) throw new Refusal(404, 'Order was not found');
  const transaction = counterPayments.payOrder(orderCode, request);
  return ok(membersOf('resellers.cashPayment', receiptValues(transaction, account)));
};

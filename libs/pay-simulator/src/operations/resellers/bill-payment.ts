import { BadRequest } from '../../http/bad-request.js';
import type { BillPaymentBody } from '../request-values.generated.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { counterRequest } from './counter-fields.js';
import { membersOf } from '../members-of.js';
import { receiptValues } from './counter-receipt.js';

/** Accepts the payment of a bill or of its order. @see contract/openapi/resellers.yaml resellers.billPayment */
export const billPayment: MerchantHandler<BillPaymentBody> = (
  { account, counterPayments, resellerDesk },
  request,
) => {
  resellerDesk.requireReseller();
  const { billId = null, orderCode, firstName, lastName, merchantTrns } = request.body;
  if (billId === null && orderCode === undefined) throw BadRequest.ofRule('billId', 'a value, or orderCode');
  const names = [firstName, lastName].filter((name) => name !== undefined);
  const bill = {
    ...counterRequest('bill', request.body),
    billId,
    fullName: names.join(' ') || null,
    merchantTrns,
  };
  const transaction =
    orderCode === undefined ? counterPayments.payBill(bill) : counterPayments.payOrder(orderCode, bill);
  return ok(membersOf('resellers.billPayment', receiptValues(transaction, account)));
};

import type { BillPaymentBody } from '../request-values.generated.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { readCounterRequest } from './counter-fields.js';
import { membersOf } from '../members-of.js';
import { receiptValues } from './counter-receipt.js';

/** Accepts the payment of a bill or of its order. @see contract/openapi/resellers.yaml resellers.billPayment */
export const billPayment: MerchantHandler = ({ account, counterPayments, resellerDesk }, { body }) => {
  resellerDesk.requireReseller();
  const request = readCounterRequest('bill', body);
  const orderCode = body.int64('orderCode');
  if (!body.has('billId') && !body.has('orderCode')) body.expect('billId', 'a value, or orderCode');
  const { billId = null, firstName, lastName, merchantTrns } = body.rest<BillPaymentBody>();
  const names = [firstName, lastName].filter((name) => name !== undefined);
  const bill = { ...request, billId, fullName: names.join(' ') || null, merchantTrns };
  const transaction =
    orderCode === undefined ? counterPayments.payBill(bill) : counterPayments.payOrder(orderCode, bill);
  return ok(membersOf('resellers.billPayment', receiptValues(transaction, account)));
};

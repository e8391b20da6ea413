import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { readCounterRequest } from './counter-fields.js';
import { membersOf } from '../members-of.js';
import { receiptValues } from './counter-receipt.js';

/** Accepts the payment of a bill or of its order. @see contract/openapi/resellers.yaml resellers.billPayment */
export const billPayment: MerchantHandler = ({ account, counterPayments, resellerDesk }, { body }) => {
  resellerDesk.requireReseller();
  const names = [body.text('firstName'), body.text('lastName')].filter((name) => name !== undefined);
  const request = {
    ...readCounterRequest('bill', body),
    billId: body.integer('billId') ?? null,
    fullName: names.length === 0 ? null : names.join(' '),
    merchantTrns: body.text('merchantTrns'),
  };
  const orderCode = body.int64('orderCode');
  if (!body.has('billId') && !body.has('orderCode')) body.expect('billId', 'a value, or orderCode');
  body.check();
  const transaction =
    orderCode === undefined ? counterPayments.payBill(request) : counterPayments.payOrder(orderCode, request);
  return ok(membersOf('resellers.billPayment', receiptValues(transaction, account)));
};

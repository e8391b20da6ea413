import { defineOperation } from '../define-operation.js';
import { MERCHANT_REFUSED, ON_BEHALF_OF } from '../target-merchant.js';
import { NOTHING_LEFT, READ_THE_PAYMENT } from '../transactions/refund-refusals.js';
import * as types from './isv-transactions.options.generated.js';

/** The order's transactions show what became of a call. */
const ORDER_LOOKUP = { read: 'transactions.retrieveTransactionsByOrderCode', client: 'isv' } as const;

const NO_PAYOUT = { serviceId: 'it would make the call a payout' } as const;

export const CANCEL_ISV_TRANSACTION = defineOperation('isv:transactions.cancelTransaction', {
  outcomeLookup: { ...ORDER_LOOKUP, about: 'refund', from: 'transactionId' },
  options: { dto: types.CancelIsvTransactionOptions, forbidden: NO_PAYOUT },
  envelopeCodes: NOTHING_LEFT,
  hints: { 409: READ_THE_PAYMENT },
});

/** The same request with the payment's ID as an argument. */
export const REFUND_ISV_TRANSACTION: typeof CANCEL_ISV_TRANSACTION = {
  ...CANCEL_ISV_TRANSACTION,
  options: {
    dto: types.RefundIsvTransactionOptions,
    in: 'query',
    toUserName: ON_BEHALF_OF,
    forbidden: { ...NO_PAYOUT, transactionId: 'it is the first argument' },
  },
};

export const PAY_OUT_OLD = defineOperation('transactions.payOutOld', {
  outcomeLookup: { ...ORDER_LOOKUP, about: 'refund', from: 'transactionId' },
  options: { dto: types.PayOutOldOptions, constants: { serviceId: 14 } },
});

export const CREATE_RECURRING_TRANSACTION = defineOperation('transactions.createRecurringTransaction', {
  outcomeLookup: { ...ORDER_LOOKUP, about: 'charge', from: 'transactionId' },
  options: { dto: types.CreateRecurringTransactionOptions },
});

export const INCREASE_ISV_PREAUTH = defineOperation('isv:transactions.increasePreauth', {
  outcomeLookup: {
    nothing:
      'The service reports only the current amount on hold, not the increase. Pass an idempotencyKey to make the call repeatable.',
  },
  options: { dto: types.IncreaseIsvPreauthOptions, toQuery: { merchantId: 'targetMerchantId' } },
  hints: MERCHANT_REFUSED,
});

export const CAPTURE_PRE_AUTH_PAYMENT = defineOperation('transactions.capturePreAuthPayment', {
  outcomeLookup: { ...ORDER_LOOKUP, about: 'charge', from: 'transactionId' },
  options: { dto: types.CapturePreAuthPaymentOptions },
});

export const MAKE_ISV_MOTO_CARD_CHARGE = defineOperation('isv:transactions.makeMotoCardCharge', {
  outcomeLookup: { ...ORDER_LOOKUP, about: 'order-charge', from: 'orderCode' },
  options: { dto: types.MakeIsvMotoCardChargeOptions, int64: ['orderCode'], secret: ['creditcard'] },
});

import { defineOperation } from '../define-operation.js';
import {
  BillPaymentOptions,
  CashPaymentOptions,
  CheckBillPaymentOptions,
  CheckCashPaymentOptions,
  CreateResellerOrderOptions,
  ResendOtpOptions,
} from './resellers.types.js';
import type { BillPayment, CashPayment, PaymentEligibility, ResellerOrder } from '../results.generated.js';

export const CHECK_CASH_PAYMENT_ELIGIBILITY = defineOperation<PaymentEligibility | null>()(
  'resellers.checkCashPaymentEligibility',
  {
    outcomeLookup: {
      nothing: 'The service keeps no record of the message to the customer.',
    },
    options: { dto: CheckCashPaymentOptions, int64: ['orderCode'] },
    response: {
      kind: 'json',
      required: ['eventId'],
      members: { types: { eventId: 'number' } },
      whenEmpty: null,
    },
  },
);

export const CHECK_BILL_PAYMENT_ELIGIBILITY = defineOperation<PaymentEligibility | null>()(
  'resellers.checkBillPaymentEligibility',
  {
    outcomeLookup: {
      nothing: 'The service keeps no record of the message to the customer.',
    },
    options: { dto: CheckBillPaymentOptions },
    response: {
      kind: 'json',
      required: ['eventId'],
      members: { types: { eventId: 'number' } },
      whenEmpty: null,
    },
  },
);

export const RESEND_CASH_PAYMENT_OTP = defineOperation<null>()('resellers.resendCashPaymentOtp', {
  outcomeLookup: {
    nothing: 'The service keeps no record of the message to the customer.',
  },
  options: { dto: ResendOtpOptions },
  response: { kind: 'empty' },
});

export const RESEND_BILL_PAYMENT_OTP = defineOperation<null>()('resellers.resendBillPaymentOtp', {
  outcomeLookup: {
    nothing: 'The service keeps no record of the message to the customer.',
  },
  options: { dto: ResendOtpOptions },
  response: { kind: 'empty' },
});

export const CASH_PAYMENT = defineOperation<CashPayment>()('resellers.cashPayment', {
  outcomeLookup: {
    nothing: 'The service cannot list payments at a counter. It sends event 1796 for each one.',
  },
  options: { dto: CashPaymentOptions, int64: ['orderCode'] },
  response: { kind: 'json', required: ['transactionId'], members: { types: { transactionId: 'text' } } },
});

export const BILL_PAYMENT = defineOperation<BillPayment>()('resellers.billPayment', {
  outcomeLookup: {
    nothing: 'The service cannot list payments at a counter. It sends event 1796 for each one.',
  },
  options: { dto: BillPaymentOptions, int64: ['orderCode'] },
  response: { kind: 'json', required: ['transactionId'], members: { types: { transactionId: 'text' } } },
});

export const CREATE_RESELLER_ORDER = defineOperation<ResellerOrder>()('resellers.createOrder', {
  outcomeLookup: {
    nothing: 'The service finds an order only by its code.',
  },
  options: { dto: CreateResellerOrderOptions, int64: ['targetWalletId'] },
  response: { kind: 'json', required: ['orderCode'], members: { types: { orderCode: 'int64' } } },
});

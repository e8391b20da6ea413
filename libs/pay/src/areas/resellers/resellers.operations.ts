import { defineOperation } from '../../core/operation/operation.js';
import {
  BillPaymentOptions,
  CashPaymentOptions,
  CheckBillPaymentOptions,
  CheckCashPaymentOptions,
  CreateResellerOrderOptions,
  ResendOtpOptions,
} from './resellers.types.js';
import type { BillPayment, CashPayment, PaymentEligibility, ResellerOrder } from './resellers.types.js';

export const CHECK_CASH_PAYMENT_ELIGIBILITY = defineOperation<PaymentEligibility | null>()({
  id: 'resellers.checkCashPaymentEligibility',
  method: 'POST',
  host: 'api',
  path: '/resellers/v1/transactions/cashPayments:validate',
  auth: 'oauth',
  retry: 'unsafe',
  outcomeLookup: {
    nothing: 'The service keeps no record of the message to the customer.',
  },
  options: { dto: CheckCashPaymentOptions, in: 'json', int64: ['orderCode'] },
  answer: {
    kind: 'json',
    required: ['eventId'],
    members: { types: { eventId: 'number' } },
    whenEmpty: null,
  },
});

export const CHECK_BILL_PAYMENT_ELIGIBILITY = defineOperation<PaymentEligibility | null>()({
  id: 'resellers.checkBillPaymentEligibility',
  method: 'POST',
  host: 'api',
  path: '/resellers/v1/transactions/billPayments:validate',
  auth: 'oauth',
  retry: 'unsafe',
  outcomeLookup: {
    nothing: 'The service keeps no record of the message to the customer.',
  },
  options: { dto: CheckBillPaymentOptions, in: 'json' },
  answer: {
    kind: 'json',
    required: ['eventId'],
    members: { types: { eventId: 'number' } },
    whenEmpty: null,
  },
});

export const RESEND_CASH_PAYMENT_OTP = defineOperation<null>()({
  id: 'resellers.resendCashPaymentOtp',
  method: 'POST',
  host: 'api',
  path: '/resellers/v1/transactions/cashPayments:sendotp',
  auth: 'oauth',
  retry: 'unsafe',
  outcomeLookup: {
    nothing: 'The service keeps no record of the message to the customer.',
  },
  options: { dto: ResendOtpOptions, in: 'query' },
  answer: { kind: 'empty' },
});

export const RESEND_BILL_PAYMENT_OTP = defineOperation<null>()({
  id: 'resellers.resendBillPaymentOtp',
  method: 'POST',
  host: 'api',
  path: '/resellers/v1/transactions/billPayments:sendotp',
  auth: 'oauth',
  retry: 'unsafe',
  outcomeLookup: {
    nothing: 'The service keeps no record of the message to the customer.',
  },
  options: { dto: ResendOtpOptions, in: 'query' },
  answer: { kind: 'empty' },
});

export const CASH_PAYMENT = defineOperation<CashPayment>()({
  id: 'resellers.cashPayment',
  method: 'POST',
  host: 'api',
  path: '/resellers/v1/transactions/cashPayments',
  auth: 'oauth',
  retry: 'unsafe',
  outcomeLookup: {
    nothing: 'The service cannot list payments at a counter. It sends event 1796 for each one.',
  },
  options: { dto: CashPaymentOptions, in: 'json', int64: ['orderCode'] },
  answer: { kind: 'json', required: ['transactionId'], members: { types: { transactionId: 'text' } } },
});

export const BILL_PAYMENT = defineOperation<BillPayment>()({
  id: 'resellers.billPayment',
  method: 'POST',
  host: 'api',
  path: '/resellers/v1/transactions/billPayments',
  auth: 'oauth',
  retry: 'unsafe',
  outcomeLookup: {
    nothing: 'The service cannot list payments at a counter. It sends event 1796 for each one.',
  },
  options: { dto: BillPaymentOptions, in: 'json', int64: ['orderCode'] },
  answer: { kind: 'json', required: ['transactionId'], members: { types: { transactionId: 'text' } } },
});

export const CREATE_RESELLER_ORDER = defineOperation<ResellerOrder>()({
  id: 'resellers.createOrder',
  method: 'POST',
  host: 'api',
  path: '/resellers/v1/orders',
  auth: 'oauth',
  retry: 'unsafe',
  outcomeLookup: {
    nothing: 'The service finds an order only by its code.',
  },
  options: { dto: CreateResellerOrderOptions, in: 'json', int64: ['targetWalletId'] },
  answer: { kind: 'json', required: ['orderCode'], members: { types: { orderCode: 'int64' } } },
});

import { defineOperation } from '../define-operation.js';
import {
  BillPaymentOptions,
  CashPaymentOptions,
  CheckBillPaymentOptions,
  CheckCashPaymentOptions,
  CreateResellerOrderOptions,
  ResendOtpOptions,
} from './resellers.options.generated.js';

const UNRECORDED_MESSAGE = { nothing: 'The service keeps no record of the message to the customer.' };
const UNLISTED_PAYMENT = {
  nothing: 'The service cannot list payments at a counter. It sends event 1796 for each one.',
};

export const CHECK_CASH_PAYMENT_ELIGIBILITY = defineOperation('resellers.checkCashPaymentEligibility', {
  outcomeLookup: UNRECORDED_MESSAGE,
  options: { dto: CheckCashPaymentOptions, int64: ['orderCode'] },
});

export const CHECK_BILL_PAYMENT_ELIGIBILITY = defineOperation('resellers.checkBillPaymentEligibility', {
  outcomeLookup: UNRECORDED_MESSAGE,
  options: { dto: CheckBillPaymentOptions },
});

export const RESEND_CASH_PAYMENT_OTP = defineOperation('resellers.resendCashPaymentOtp', {
  outcomeLookup: UNRECORDED_MESSAGE,
  options: { dto: ResendOtpOptions },
});

export const RESEND_BILL_PAYMENT_OTP = defineOperation('resellers.resendBillPaymentOtp', {
  outcomeLookup: UNRECORDED_MESSAGE,
  options: { dto: ResendOtpOptions },
});

export const CASH_PAYMENT = defineOperation('resellers.cashPayment', {
  outcomeLookup: UNLISTED_PAYMENT,
  options: { dto: CashPaymentOptions, int64: ['orderCode'] },
});

export const BILL_PAYMENT = defineOperation('resellers.billPayment', {
  outcomeLookup: UNLISTED_PAYMENT,
  options: { dto: BillPaymentOptions, int64: ['orderCode'] },
});

export const CREATE_RESELLER_ORDER = defineOperation('resellers.createOrder', {
  outcomeLookup: { nothing: 'The service finds an order only by its code.' },
  options: { dto: CreateResellerOrderOptions, int64: ['targetWalletId'] },
});

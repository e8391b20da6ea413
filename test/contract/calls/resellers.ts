import type { CallExample } from '../call-example.js';

export const resellersCalls: Record<string, CallExample> = {
  'PayWallet resellers.checkCashPaymentEligibility': (c, _path, options) =>
    c.PayWallet.resellers.checkCashPaymentEligibility(options),
  'PayWallet resellers.checkBillPaymentEligibility': (c, _path, options) =>
    c.PayWallet.resellers.checkBillPaymentEligibility(options),
  'PayWallet resellers.resendCashPaymentOtp': (c, _path, options) =>
    c.PayWallet.resellers.resendCashPaymentOtp(options as never),
  'PayWallet resellers.resendBillPaymentOtp': (c, _path, options) =>
    c.PayWallet.resellers.resendBillPaymentOtp(options as never),
  'PayWallet resellers.cashPayment': (c, _path, options) => c.PayWallet.resellers.cashPayment(options),
  'PayWallet resellers.billPayment': (c, _path, options) => c.PayWallet.resellers.billPayment(options),
  'PayWallet resellers.createOrder': (c, _path, options) => c.PayWallet.resellers.createOrder(options),
};

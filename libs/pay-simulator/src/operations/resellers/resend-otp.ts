import type { ResendBillPaymentOtpQuery } from '../request-values.generated.js';
import type { CounterPayment } from '../../domain/reseller-desk.js';
import type { MerchantHandler } from '../handler.js';
import { counterCustomer } from './counter-fields.js';

/** Sends another one-time password for a payment. @see contract/openapi/resellers.yaml resellers.resendBillPaymentOtp, resellers.resendCashPaymentOtp */
export const resendOtp =
  (payment: CounterPayment): MerchantHandler<object, ResendBillPaymentOtpQuery> =>
  ({ resellerDesk }, request) => {
    resellerDesk.requireReseller();
    const customer = counterCustomer(request.query);
    if (customer) resellerDesk.resendPassword(payment, customer);
    return { status: 204 };
  };

import type { CounterPayment } from '../../domain/reseller-desk.js';
import type { MerchantHandler } from '../handler.js';
import { readCustomer } from './counter-fields.js';

/** Sends another one-time password for a payment. @see contract/openapi/resellers.yaml resellers.resendBillPaymentOtp, resellers.resendCashPaymentOtp */
export const resendOtp =
  (payment: CounterPayment): MerchantHandler =>
  ({ resellerDesk }, { query }) => {
    resellerDesk.requireReseller();
    const customer = readCustomer(query);
    query.check();
    if (customer) resellerDesk.resendPassword(payment, customer);
    return { status: 204 };
  };

import type { AccountServices } from '../../wiring/merchant-services.js';
import type { OperationHandler } from '../operation.js';
import { readCustomer } from './counter-fields.js';

/** Sends another one-time password for a bill payment. @see contract/resellers.json resellers.resendBillPaymentOtp */
export const resendBillPaymentOtp =
  ({ resellerDesk }: AccountServices): OperationHandler =>
  ({ query }) => {
    resellerDesk.requireReseller();
    query.require('phone');
    const customer = readCustomer(query);
    query.check();
    if (customer) resellerDesk.resendPassword('bill', customer);
    return { status: 204 };
  };

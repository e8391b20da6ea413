import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../../http/operation.js';
import { readCustomer } from './counter-fields.js';

/** Sends another one-time password for a bill payment. @see contract/resellers.json resellers.resendBillPaymentOtp */
export const resendBillPaymentOtp =
  ({ resellerDesk }: Pick<Services, 'resellerDesk'>): OperationHandler =>
  ({ query }) => {
    resellerDesk.requireReseller();
    query.require('phone');
    const customer = readCustomer(query);
    query.check();
    if (customer) resellerDesk.resendPassword('bill', customer);
    return { status: 204 };
  };

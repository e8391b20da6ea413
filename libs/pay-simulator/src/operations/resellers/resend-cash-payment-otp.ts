import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../../http/operation.js';
import { readCustomer } from './counter-fields.js';

/** Sends another one-time password for a cash payment. @see contract/resellers.json resellers.resendCashPaymentOtp */
export const resendCashPaymentOtp =
  ({ resellerDesk }: Pick<Services, 'resellerDesk'>): OperationHandler =>
  ({ query }) => {
    resellerDesk.requireReseller();
    query.require('phone');
    const customer = readCustomer(query);
    query.check();
    if (customer) resellerDesk.resendPassword('cash', customer);
    return { status: 204 };
  };

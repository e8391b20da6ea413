import { takesAmount, takesCash } from '../../domain/counter-payments.js';
import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../operation.js';
import { counterCustomer, namedOrder, TAGS_NEEDED } from './counter-fields.js';

/** Whether a cash payment is allowed; sends a one-time password. @see contract/resellers.json resellers.checkCashPaymentEligibility */
export const checkCashPaymentEligibility =
  ({ orders, resellerDesk }: Pick<Services, 'orders' | 'resellerDesk'>): OperationHandler =>
  ({ body }) => {
    resellerDesk.requireReseller();
    const customer = counterCustomer(body);
    const amount = body.integer('amount', { min: 1 });
    const code = namedOrder(body);
    body.check();
    const order = code === undefined ? undefined : orders.find(code);
    if (code !== undefined && !(order && takesCash(order)))
      body.expect('orderCode', 'an order that can be paid in cash');
    if (order && amount !== undefined && !takesAmount(order, amount))
      body.expect('amount', 'the amount of the order');
    body.check();
    if (customer) resellerDesk.sendPassword('cash', customer);
    return resellerDesk.tagsNeeded
      ? { status: 200, json: { eventId: TAGS_NEEDED }, eventId: TAGS_NEEDED }
      : { status: 204 };
  };

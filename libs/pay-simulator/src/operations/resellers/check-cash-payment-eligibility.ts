import { OrderState } from '../../domain/order.js';
import { orderOfRfCode } from '../../domain/rf-code.js';
import type { Fields } from '../../http/fields.js';
import type { Services } from '../../services.js';
import type { OperationHandler } from '../operation.js';
import { counterCustomer, orderCodeField, TAGS_NEEDED } from './counter-fields.js';

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
    if (code !== undefined && order?.state !== OrderState.Pending)
      body.expect('orderCode', 'an order that can be paid');
    const fits = !order || amount === undefined || order.disableExactAmount || amount === order.amount;
    if (!fits) body.expect('amount', 'the amount of the order');
    body.check();
    if (customer) resellerDesk.sendPassword('cash', customer);
    return resellerDesk.tagsNeeded
      ? { status: 200, json: { eventId: TAGS_NEEDED }, eventId: TAGS_NEEDED }
      : { status: 204 };
  };

function namedOrder(body: Fields): string | undefined {
  const rfCode = body.text('rfPaymentCode');
  if (rfCode === undefined) return orderCodeField(body);
  const code = orderOfRfCode(rfCode);
  return code ?? body.expect('rfPaymentCode', 'the RF code of an order');
}

import { rfCodeOfOrder } from '../../domain/rf-code.js';
import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../operation.js';

/** Why there is no code for an order. @see contract/legacy-misc.json rfCodePayments.generateRfCodes */
const ORDER_NOT_FOUND = 5501;

/** The RF code of an order, for anybody who knows its code; the same each time. @see contract/legacy-misc.json rfCodePayments.generateRfCodes */
export const generateRfCodes =
  ({ orders }: Pick<Services, 'orders'>): OperationHandler =>
  ({ body }) => {
    body.require('orderCode');
    const orderCode = body.text('orderCode', {
      pattern: /^\d{16}$/,
      expected: 'an order code of 16 digits, as text',
    });
    body.check();
    const order = orders.find(orderCode ?? '');
    if (order) return { status: 200, json: { rfPaymentCode: rfCodeOfOrder(order.code) } };
    // Not the web host's envelope: this path answers as the api host does.
    return {
      status: 404,
      json: { status: 404, message: 'Order was not found', eventId: String(ORDER_NOT_FOUND) },
    };
  };

import { defineOperation } from '../define-operation.js';
import {
  CreateLegacyOrderOptions,
  CreateOrderOptions,
  UpdateOrderOptions,
} from './payments.options.generated.js';
import type { Order } from '../results.generated.js';

/** Outcome lookup of an order: without its code, nothing reads it. */
export const LOST_ORDER = {
  nothing:
    'The service finds an order only by its code. An order whose code is lost cannot be paid, and expires.',
  harmlessWithout: ['paymentNotification'],
} as const;

export const CREATE_ORDER = defineOperation('payments.createOrder', {
  outcomeLookup: LOST_ORDER,
  options: { dto: CreateOrderOptions },
});

export const GET_ORDER = defineOperation('payments.getOrder', { response: { pick: readOrder } });

export const UPDATE_ORDER = defineOperation('payments.updateOrder', { options: { dto: UpdateOrderOptions } });

export const CANCEL_ORDER = defineOperation('payments.cancelOrder', {
  outcomeLookup: { read: 'payments.getOrder', about: 'cancelled-order', from: 'orderCode' },
});

export const CREATE_LEGACY_ORDER = defineOperation('payments.createLegacyOrder', {
  outcomeLookup: LOST_ORDER,
  options: { dto: CreateLegacyOrderOptions },
});

/** Converts `StateId` to a number, because the service's schema describes it as text. */
function readOrder(body: Record<string, unknown>): Order {
  const order = body as unknown as Order;
  return { ...order, StateId: Number(order.StateId) };
}

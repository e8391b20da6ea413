import { defineOperation } from '../../core/operation/operation.js';
import { CreateLegacyOrderOptions, CreateOrderOptions, UpdateOrderOptions } from './payments.types.js';
import type { CreateOrderResult, LegacyOrderAnswer, Order } from './payments.types.js';

export const CREATE_ORDER = defineOperation<CreateOrderResult>()({
  id: 'payments.createOrder',
  method: 'POST',
  host: 'api',
  path: '/checkout/v2/orders',
  auth: 'oauth',
  retry: 'unsafe',
  outcomeLookup: {
    nothing:
      'The service finds an order only by its code. An order whose code is lost cannot be paid, and expires.',
    harmlessWithout: ['paymentNotification'],
  },
  options: { dto: CreateOrderOptions, in: 'json' },
  answer: { kind: 'json', required: ['orderCode'], members: { types: { orderCode: 'int64' } } },
});

export const GET_ORDER = defineOperation<Order>()({
  id: 'payments.getOrder',
  method: 'GET',
  host: 'web',
  path: '/api/orders/{orderCode}',
  parameters: { orderCode: 'int64' },
  auth: 'basic',
  retry: 'safe',
  answer: {
    kind: 'json',
    required: ['OrderCode', 'StateId'],
    members: {
      types: { OrderCode: 'int64', StateId: 'wholeNumber', RequestAmount: 'number' },
      echoes: { OrderCode: 'orderCode' },
    },
    pick: readOrder,
  },
});

export const UPDATE_ORDER = defineOperation<null>()({
  id: 'payments.updateOrder',
  method: 'PATCH',
  host: 'web',
  path: '/api/orders/{orderCode}',
  parameters: { orderCode: 'int64' },
  auth: 'basic',
  retry: 'idempotent',
  options: { dto: UpdateOrderOptions, in: 'json' },
  answer: { kind: 'empty' },
});

export const CANCEL_ORDER = defineOperation<LegacyOrderAnswer>()({
  id: 'payments.cancelOrder',
  method: 'DELETE',
  host: 'web',
  path: '/api/orders/{orderCode}',
  parameters: { orderCode: 'int64' },
  auth: 'basic',
  retry: 'idempotent',
  outcomeLookup: { read: 'payments.getOrder', about: 'cancelled-order', from: 'orderCode' },
  answer: { kind: 'json', required: ['Success'], members: { echoes: { OrderCode: 'orderCode' } } },
});

export const CREATE_LEGACY_ORDER = defineOperation<LegacyOrderAnswer>()({
  id: 'payments.createLegacyOrder',
  method: 'POST',
  host: 'web',
  path: '/api/orders',
  auth: 'basic',
  retry: 'unsafe',
  outcomeLookup: {
    nothing:
      'The service finds an order only by its code. An order whose code is lost cannot be paid, and expires.',
    harmlessWithout: ['paymentNotification'],
  },
  options: { dto: CreateLegacyOrderOptions, in: 'json' },
  answer: { kind: 'json', required: ['OrderCode'], members: { types: { OrderCode: 'int64' } } },
});

/** Converts `StateId` to a number, because the service's schema describes it as text. */
function readOrder(body: Record<string, unknown>): Order {
  const order = body as unknown as Order;
  return { ...order, StateId: Number(order.StateId) };
}

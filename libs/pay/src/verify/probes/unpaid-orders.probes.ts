import { isObject } from '../../core/values/plain-data.js';
import type { Probe } from '../verify.types.js';

/** Not a round number, so that minor and major units cannot be confused. */
const AMOUNT = 1234;

export const UNPAID_ORDERS: readonly Probe[] = [
  {
    id: 'order-created-and-read',
    class: 'unpaid-orders',
    about: 'creates an order, reads it, and cancels it twice',
    async run(session) {
      const orderCode = await session.createOrder('create', { amount: AMOUNT });
      const read = { operation: 'payments.getOrder', path: { orderCode }, amounts: [AMOUNT] };
      await session.send('read', read);
      await session.send('cancel', { operation: 'payments.cancelOrder', path: { orderCode } });
      const { json } = await session.send('read-canceled', read);
      session.check('canceled', ['payments/transition/canceled'], {
        expected: { StateId: 2 },
        actual: { StateId: isObject(json) ? json['StateId'] : null },
      });
    },
  },
  {
    id: 'order-amount-too-low',
    class: 'unpaid-orders',
    about: 'creates an order below the lowest amount',
    async run(session) {
      await session.send('create', {
        operation: 'payments.createOrder',
        body: { amount: 29 },
        expects: 'invalid',
        shows: ['payments.createOrder/body/amount'],
      });
    },
  },
];

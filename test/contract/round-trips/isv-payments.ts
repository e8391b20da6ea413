import { UNKNOWN_ID } from './world.js';
import type { RoundTrip } from './world.js';

export const isvPaymentsRoundTrips: Record<string, RoundTrip> = {
  'PayISV payments.createOrder': {
    succeeds: (world) => world.isv.payments.createOrder(world.merchant(), { amount: 2450, isvAmount: 100 }),
    refuses: (world) => world.isv.payments.createOrder(UNKNOWN_ID, { amount: 2450 }),
    code: 'forbidden',
  },
  'PayISV payments.getOrder': {
    succeeds: async (world) => world.isv.payments.getOrder(await world.isvOrder()),
    refuses: (world) => world.isv.payments.getOrder({ orderCode: 12, targetMerchantId: world.merchant() }),
    code: 'notfound',
  },
  'PayISV payments.cancelOrder': {
    succeeds: async (world) => world.isv.payments.cancelOrder(await world.isvOrder()),
    refuses: async (world) =>
      world.isv.payments.cancelOrder({ ...(await world.isvOrder()), targetMerchantId: UNKNOWN_ID }),
    code: 'forbidden',
  },
};

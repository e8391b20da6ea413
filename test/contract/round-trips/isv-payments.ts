import { UNKNOWN_ID } from './world.js';
import type { RoundTrips } from './round-trip.js';

export const roundTrips: RoundTrips = {
  'payments.createOrder': {
    arguments: (_path, { merchantId, ...options }) => [merchantId, options],
    fails: (world) => world.isv.payments.createOrder(UNKNOWN_ID, { amount: 2450 }),
    code: 'forbidden',
  },
  'payments.getOrder': {
    fails: (world) => world.isv.payments.getOrder({ orderCode: 12, targetMerchantId: world.merchant() }),
    code: 'notfound',
  },
  'payments.cancelOrder': {
    fails: async (world) =>
      world.isv.payments.cancelOrder({ ...(await world.isvOrder()), targetMerchantId: UNKNOWN_ID }),
    code: 'forbidden',
  },
};

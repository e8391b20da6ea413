import type { RoundTrips } from './round-trip.js';

export const roundTrips: RoundTrips = {
  'payments.createOrder': {
    fails: (world) => world.wallet.payments.createOrder({ amount: 2450, sourceCode: 'nowhere' }),
    code: 'forbidden',
  },
  'payments.getOrder': {
    fails: (world) => world.wallet.payments.getOrder(12),
    code: 'notfound',
  },
  'payments.updateOrder': {
    fails: (world) => world.wallet.payments.updateOrder(12, { amount: 3000 }),
    code: 'notfound',
  },
  'payments.cancelOrder': {
    fails: (world) => world.wallet.payments.cancelOrder(12),
    code: 'notfound',
  },
  'payments.createLegacyOrder': {
    fails: (world) => world.wallet.payments.createLegacyOrder({ amount: 2450, sourceCode: 'nowhere' }),
    code: 'forbidden',
  },
};

import type { RoundTrip } from './world.js';

export const paymentsRoundTrips: Record<string, RoundTrip> = {
  'payments.createOrder': {
    succeeds: (world) => world.wallet.payments.createOrder({ amount: 2450 }),
    refuses: (world) => world.wallet.payments.createOrder({ amount: 2450, sourceCode: 'nowhere' }),
    code: 'forbidden',
  },
  'payments.getOrder': {
    succeeds: async (world) => world.wallet.payments.getOrder(await world.order()),
    refuses: (world) => world.wallet.payments.getOrder(12),
    code: 'notfound',
  },
  'payments.updateOrder': {
    succeeds: async (world) => world.wallet.payments.updateOrder(await world.order(), { amount: 3000 }),
    refuses: (world) => world.wallet.payments.updateOrder(12, { amount: 3000 }),
    code: 'notfound',
  },
  'payments.cancelOrder': {
    succeeds: async (world) => world.wallet.payments.cancelOrder(await world.order()),
    refuses: (world) => world.wallet.payments.cancelOrder(12),
    code: 'notfound',
  },
  'payments.createLegacyOrder': {
    succeeds: (world) => world.wallet.payments.createLegacyOrder({ amount: 2450 }),
    refuses: (world) => world.wallet.payments.createLegacyOrder({ amount: 2450, sourceCode: 'nowhere' }),
    code: 'forbidden',
  },
};

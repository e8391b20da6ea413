import type { RoundTrip } from './world.js';

export const feesRoundTrips: Record<string, RoundTrip> = {
  'fees.retrieveFees': {
    succeeds: async (world) =>
      world.wallet.fees.retrieveFees({ orderCode: await world.order({ amount: 2450 }), amount: 2450 }),
    refuses: (world) => world.wallet.fees.retrieveFees({ orderCode: '1272214778972604', amount: 2450 }),
    code: 'notfound',
  },
};

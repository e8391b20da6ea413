import type { RoundTrip } from './world.js';

export const rfCodePaymentsRoundTrips: Record<string, RoundTrip> = {
  'rfCodePayments.generateRfCodes': {
    succeeds: async (world) =>
      world.wallet.rfCodePayments.generateRfCodes({ orderCode: BigInt(await world.order()) }),
    refuses: (world) => world.wallet.rfCodePayments.generateRfCodes({ orderCode: '1272214778972604' }),
    code: 'notfound',
  },
};

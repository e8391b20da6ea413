import type { RoundTrips } from './round-trip.js';

export const roundTrips: RoundTrips = {
  'rfCodePayments.generateRfCodes': {
    fails: (world) => world.wallet.rfCodePayments.generateRfCodes({ orderCode: '1272214778972604' }),
    code: 'notfound',
  },
};

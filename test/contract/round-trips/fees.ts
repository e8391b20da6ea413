import type { RoundTrips } from './round-trip.js';

export const roundTrips: RoundTrips = {
  'fees.retrieveFees': {
    fails: (world) => world.wallet.fees.retrieveFees({ orderCode: '1272214778972604', amount: 2450 }),
    code: 'notfound',
  },
};

import { UNKNOWN_ID } from './world.js';
import type { RoundTrips } from './round-trip.js';

export const roundTrips: RoundTrips = {
  'transactions.cancelTransaction': {
    fails: (world) => world.marketplace.transactions.cancelTransaction(UNKNOWN_ID, { amount: 5000 }),
    code: 'notfound',
  },
};

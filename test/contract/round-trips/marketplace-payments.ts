import { UNKNOWN_ID } from './world.js';
import type { RoundTrips } from './round-trip.js';

export const roundTrips: RoundTrips = {
  'payments.createOrder': {
    fails: (world) =>
      world.marketplace.payments.createOrder({
        amount: 10_000,
        transfer: { connectedAccountId: UNKNOWN_ID },
      }),
    code: 'rejected',
  },
};

import type { RoundTrips } from './round-trip.js';
import type { World } from './world.js';

/** Claims 0.60 EUR from the simulator's seller, with these options. */
export const claim = (world: World, options: { amount?: number; currencyCode?: number } = {}) =>
  world.wallet.obligations.createObligation({
    amount: 0.6,
    currencyCode: 978,
    personId: world.simulator.wallets.other.ownerId,
    description: 'Order 42 was returned',
    ...options,
  });

export const roundTrips: RoundTrips = {
  'obligations.createObligation': {
    fails: (world) => claim(world, { currencyCode: 826 }),
    code: 'rejected',
  },
};

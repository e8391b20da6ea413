import type { RoundTrip, World } from './world.js';

/** Claims sixty cents, unless it says otherwise, from the simulated seller. */
export const claim = (world: World, options: { amount?: number; currencyCode?: number } = {}) =>
  world.wallet.obligations.createObligation({
    amount: 0.6,
    currencyCode: 978,
    personId: world.simulator.wallets.other.ownerId,
    description: 'Order 42 was returned',
    ...options,
  });

export const obligationsRoundTrips: Record<string, RoundTrip> = {
  'obligations.createObligation': {
    succeeds: (world) => claim(world),
    refuses: (world) => claim(world, { currencyCode: 826 }),
    code: 'rejected',
  },
};

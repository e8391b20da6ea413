import { STOREFRONT } from './source.js';
import type { RoundTrip } from './world.js';

export const isvSourceRoundTrips: Record<string, RoundTrip> = {
  'PayISV source.createSource': {
    succeeds: (world) => world.isv.source.createSource({ ...STOREFRONT, targetMerchantId: world.merchant() }),
    refuses: async (world) => {
      const source = { ...STOREFRONT, targetMerchantId: world.merchant() };
      await world.isv.source.createSource(source);
      return world.isv.source.createSource({ ...source, name: 'Another' });
    },
    code: 'sourcecodeexist',
  },
};

import { TARGET_MERCHANT_ID } from '../contract.js';
import { STOREFRONT } from './source.js';
import type { RoundTrips } from './round-trip.js';

const ONLINE = { domain: 'www.example.com', isSecure: true, pathSuccess: 'success', pathFail: 'fail' };

export const roundTrips: RoundTrips = {
  'source.createSource': {
    // The contract requires these options only for an online source, which the example is.
    arguments: (_path, options) => [{ ...ONLINE, ...options, targetMerchantId: TARGET_MERCHANT_ID }],
    fails: async (world) => {
      const source = { ...STOREFRONT, targetMerchantId: world.merchant() };
      await world.isv.source.createSource(source);
      return world.isv.source.createSource({ ...source, name: 'Another' });
    },
    code: 'sourcecodeexist',
  },
};

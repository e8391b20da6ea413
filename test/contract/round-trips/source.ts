import type { RoundTrip } from './world.js';

export const STOREFRONT = {
  sourceCode: '1234',
  name: 'Storefront',
  domain: 'www.example.com',
  isSecure: true,
  pathSuccess: 'success',
  pathFail: 'fail',
};

export const sourceRoundTrips: Record<string, RoundTrip> = {
  'source.createSource': {
    succeeds: (world) => world.wallet.source.createSource(STOREFRONT),
    refuses: async (world) => {
      await world.marketplace.source.createSource(STOREFRONT);
      return world.wallet.source.createSource({ ...STOREFRONT, name: 'Another' });
    },
    code: 'sourcecodeexist',
  },
};

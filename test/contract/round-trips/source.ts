import type { RoundTrips } from './round-trip.js';

export const STOREFRONT = {
  sourceCode: '1234',
  name: 'Storefront',
  domain: 'www.example.com',
  isSecure: true,
  pathSuccess: 'success',
  pathFail: 'fail',
};

export const roundTrips: RoundTrips = {
  'source.createSource': {
    fails: async (world) => {
      await world.marketplace.source.createSource(STOREFRONT);
      return world.wallet.source.createSource({ ...STOREFRONT, name: 'Another' });
    },
    code: 'sourcecodeexist',
  },
};

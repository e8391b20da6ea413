import { PayWallet } from 'nestjs-pay/client';
import type { RoundTrips } from './round-trip.js';

export const roundTrips: RoundTrips = {
  getCloudTerminalAccessToken: {
    fails: (world) =>
      new PayWallet({
        ...world.simulator.credentials.merchant,
        clientSecret: 'wrong',
        endpoints: world.simulator.endpoints,
      }).getCloudTerminalAccessToken(),
    code: 'tokenerror',
  },
};

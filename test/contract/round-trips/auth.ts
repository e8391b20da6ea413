import { PayWallet } from 'nestjs-pay/client';
import type { RoundTrip } from './world.js';

export const authRoundTrips: Record<string, RoundTrip> = {
  'auth.getCloudTerminalAccessToken': {
    succeeds: (world) => world.wallet.getCloudTerminalAccessToken(),
    refuses: (world) =>
      new PayWallet({
        ...world.simulator.credentials.merchant,
        clientSecret: 'wrong',
        endpoints: world.simulator.endpoints,
      }).getCloudTerminalAccessToken(),
    code: 'tokenerror',
  },
};

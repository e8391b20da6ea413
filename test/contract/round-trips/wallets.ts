import { PayWallet } from 'nestjs-pay/client';
import type { RoundTrips } from './round-trip.js';

export const roundTrips: RoundTrips = {
  'wallets.retrieveWallet': {
    fails: (world) =>
      new PayWallet({
        ...world.simulator.credentials.merchant,
        apikey: 'wrong',
        endpoints: world.simulator.endpoints,
      }).wallets.retrieveWallet(),
    code: 'unauthorized',
  },
  'wallets.retrieveMerchantWallets': {
    fails: (world) => world.wallet.wallets.retrieveMerchantWallets(),
    code: 'forbidden',
  },
  'wallets.balanceTransfer': {
    fails: (world) =>
      world.wallet.wallets.balanceTransfer(12, world.simulator.wallets.other.id, { amount: 2450 }),
    code: 'notfound',
  },
};

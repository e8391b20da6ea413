import { PayWallet } from 'nestjs-pay/client';
import type { RoundTrip } from './world.js';

export const walletsRoundTrips: Record<string, RoundTrip> = {
  'wallets.retrieveWallet': {
    succeeds: (world) => world.wallet.wallets.retrieveWallet(),
    refuses: (world) =>
      new PayWallet({
        ...world.simulator.credentials.merchant,
        apikey: 'wrong',
        endpoints: world.simulator.endpoints,
      }).wallets.retrieveWallet(),
    code: 'unauthorized',
  },
  'wallets.retrieveMerchantWallets': {
    succeeds: (world) => world.accounts.wallets.retrieveMerchantWallets(),
    refuses: (world) => world.wallet.wallets.retrieveMerchantWallets(),
    code: 'forbidden',
  },
  'wallets.balanceTransfer': {
    succeeds: (world) =>
      world.wallet.wallets.balanceTransfer(
        world.simulator.wallets.primary.id,
        world.simulator.wallets.other.id,
        { amount: 2450 },
      ),
    refuses: (world) =>
      world.wallet.wallets.balanceTransfer(12, world.simulator.wallets.other.id, { amount: 2450 }),
    code: 'notfound',
  },
};

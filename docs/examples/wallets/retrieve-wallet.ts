import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Lists the wallets with Basic auth. With the Account Transactions credentials, use `retrieveMerchantWallets`. */
export async function balances(pay: PayWallet): Promise<string[]> {
  const wallets = await pay.wallets.retrieveWallet();
  if (!wallets.success) throw new Error(wallets.message);
  // MAJOR units
  return wallets.data.map(({ Iban, Available, CurrencyCode }) => `${Iban}: ${Available} (${CurrencyCode})`);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect((await balances(world.wallet))[0]).toContain(world.simulator.wallets.primary.iban);
};

import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import { toMinorUnits } from 'nestjs-pay/client';
import type { PayWallet } from 'nestjs-pay/client';

/** What can be spent from the primary wallet, in minor units. `pay` has the Account Transactions credentials. */
export async function spendable(pay: PayWallet): Promise<number> {
  const wallets = await pay.wallets.retrieveMerchantWallets();
  if (!wallets.success) throw new Error(wallets.message);
  const primary = wallets.data.find(({ isPrimary }) => isPrimary);
  if (primary === undefined) throw new Error('There is no primary wallet.');
  return toMinorUnits(primary.available, primary.currencyCode); // balances come in MAJOR units
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(await spendable(world.accounts)).toBeGreaterThan(0);
};

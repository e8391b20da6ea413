import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import { toMinorUnits } from 'nestjs-pay/client';
import type { PayWallet } from 'nestjs-pay/client';

/** Returns the available balance in minor units. `pay` needs the Account Transactions credentials. */
export async function spendable(pay: PayWallet): Promise<number> {
  const wallets = await pay.wallets.retrieveMerchantWallets();
  if (!wallets.success) throw new Error(wallets.message);
  const primary = wallets.data.find(({ isPrimary }) => isPrimary);
  if (primary === undefined) throw new Error('There is no primary wallet.');
  return toMinorUnits(primary.available, primary.currencyCode); // from MAJOR units
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(await spendable(world.accounts)).toBeGreaterThan(0);
};

import { expect } from '@jest/globals';
import { legacyAccount } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Removes a linked account, unless it was removed before. */
export async function unlink(pay: PayWallet, bankAccountId: string): Promise<void> {
  const removed = await pay.legacyBankAccounts.unlinkBankAccount(bankAccountId);
  if (!removed.success && removed.code !== 'notfound') throw new Error(removed.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const id = await legacyAccount(world);
  await unlink(world.wallet, id);
  await expect(unlink(world.wallet, id)).resolves.toBeUndefined();
};

import { expect } from '@jest/globals';
import { linkedAccount } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Returns whether money can be sent to a linked account. */
export async function canReceive(pay: PayWallet, bankAccountId: string): Promise<boolean> {
  const account = await pay.bankTransfers.retrieveBankAccountById(bankAccountId);
  if (!account.success) {
    if (account.code === 'notfound') return false;
    throw new Error(account.message);
  }
  return !account.data.isArchived;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(await canReceive(world.accounts, await linkedAccount(world))).toBe(true);
  expect(await canReceive(world.accounts, 'c90d4902-6245-449f-b2b0-51d99cd09cfe')).toBe(false);
};

import { expect } from '@jest/globals';
import { OUTSIDE_IBAN, linkedAccount } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Returns the ID of a linked account, or undefined if the IBAN is not linked. */
export async function findAccount(pay: PayWallet, iban: string): Promise<string | undefined> {
  const accounts = await pay.bankTransfers.retrieveBankAccounts({ iban });
  if (!accounts.success) throw new Error(accounts.message);
  return accounts.data.find(({ isArchived }) => !isArchived)?.bankAccountId;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(await findAccount(world.accounts, OUTSIDE_IBAN)).toBeUndefined();
  const id = await linkedAccount(world);
  expect(await findAccount(world.accounts, OUTSIDE_IBAN)).toBe(id);
};

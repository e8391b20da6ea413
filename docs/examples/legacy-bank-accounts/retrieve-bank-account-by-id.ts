import { expect } from '@jest/globals';
import { OUTSIDE_IBAN, legacyAccount } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Returns the IBAN of a linked account, or null if it is not linked. */
export async function ibanOf(pay: PayWallet, bankAccountId: string): Promise<string | null> {
  const account = await pay.legacyBankAccounts.retrieveBankAccountById(bankAccountId);
  if (account.success) return account.data.Iban;
  if (account.code === 'notfound') return null;
  throw new Error(account.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(await ibanOf(world.wallet, await legacyAccount(world))).toBe(OUTSIDE_IBAN);
};

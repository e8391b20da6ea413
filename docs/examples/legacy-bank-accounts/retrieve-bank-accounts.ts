import { expect } from '@jest/globals';
import { OUTSIDE_IBAN, legacyAccount } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Returns the linked accounts by IBAN. */
export async function linkedAccounts(pay: PayWallet): Promise<Map<string, string>> {
  const accounts = await pay.legacyBankAccounts.retrieveBankAccounts();
  if (!accounts.success) throw new Error(accounts.message);
  return new Map(accounts.data.map(({ Iban, BankAccountId }) => [Iban, BankAccountId]));
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const id = await legacyAccount(world);
  expect([...(await linkedAccounts(world.wallet))]).toEqual([[OUTSIDE_IBAN, id]]);
};

import { expect } from '@jest/globals';
import { OUTSIDE_IBAN, linkedAccount } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Lists the linked accounts that can receive transfers. */
export async function usableIbans(pay: PayWallet): Promise<string[]> {
  const ibans: string[] = [];
  // Reads page by page and throws a PayError if a page fails.
  for await (const account of pay.bankTransfers.iterateBankAccounts()) {
    if (!account.isArchived) ibans.push(account.iban);
  }
  return ibans;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  await linkedAccount(world);
  expect(await usableIbans(world.accounts)).toEqual([OUTSIDE_IBAN]);
};

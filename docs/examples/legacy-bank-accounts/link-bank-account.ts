import { expect } from '@jest/globals';
import { OUTSIDE_IBAN, UUID } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Links an account with Basic auth. With the Account Transactions credentials, use `bankTransfers.linkBankAccount`. */
export async function linkAccount(pay: PayWallet, iban: string): Promise<string> {
  const linked = await pay.legacyBankAccounts.linkBankAccount({ iban, beneficiaryName: 'Jane Roe Ltd' });
  if (linked.success) return linked.data.BankAccountId;
  if (linked.error.outcome === 'unknown')
    throw new Error('It may have been linked: list the accounts before you repeat this.');
  throw new Error(linked.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(await linkAccount(world.wallet, OUTSIDE_IBAN)).toMatch(UUID);
};

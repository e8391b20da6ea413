import { expect } from '@jest/globals';
import { OUTSIDE_IBAN, UUID } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Links a supplier's account. `pay` needs the Account Transactions credentials. */
export async function linkSupplier(pay: PayWallet, iban: string): Promise<string> {
  const linked = await pay.bankTransfers.linkBankAccount({
    iban, // without spaces, in your own currency
    beneficiaryName: 'Jane Roe Ltd',
    friendlyName: 'Main supplier',
  });
  if (linked.success) return linked.data.bankAccountId;
  if (linked.error.outcome === 'unknown')
    throw new Error('It may have been linked: list the accounts with this IBAN before you repeat this.');
  throw new Error(linked.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(await linkSupplier(world.accounts, OUTSIDE_IBAN)).toMatch(UUID);
};

import { expect } from '@jest/globals';
import { linkedAccount } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Archives an account. Accounts cannot be deleted. */
export async function archiveAccount(pay: PayWallet, bankAccountId: string): Promise<void> {
  const updated = await pay.bankTransfers.updateBankAccount(bankAccountId, { archive: true }); // false restores it
  if (!updated.success) throw new Error(updated.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const bankAccountId = await linkedAccount(world);
  await archiveAccount(world.accounts, bankAccountId);
  expect(await world.accounts.bankTransfers.retrieveBankAccountById(bankAccountId)).toMatchObject({
    data: { isArchived: true },
  });
};

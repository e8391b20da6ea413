import { expect } from '@jest/globals';
import { linkedAccount } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Returns whether an instant transfer of 50.00 to a linked account is possible. */
export async function supportsInstant(pay: PayWallet, bankAccountId: string): Promise<boolean> {
  const options = await pay.bankTransfers.retrieveBankTransferOptions(bankAccountId, { amount: 5000 }); // minor units
  if (!options.success) throw new Error(options.message); // rejected for an IBAN of the service: send without this call
  return options.data.supportsInstant;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(typeof (await supportsInstant(world.accounts, await linkedAccount(world)))).toBe('boolean');
};

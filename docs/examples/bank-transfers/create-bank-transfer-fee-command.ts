import { expect } from '@jest/globals';
import { UUID, linkedAccount } from '../world.js';
import type { World } from '../world.js';
// #region example
import { InstructionType } from 'nestjs-pay/client';
import type { PayWallet } from 'nestjs-pay/client';

/** Requests the fee of a transfer of 50.00 and reserves it for the transfer. Moves no money. */
export async function quote(
  pay: PayWallet,
  bankAccountId: string,
  walletId: number | string,
): Promise<{ bankCommandId: string; fee: number }> {
  const command = await pay.bankTransfers.createBankTransferFeeCommand(bankAccountId, {
    amount: 5000, // minor units
    walletId,
    instructionType: InstructionType.Shared,
  });
  if (!command.success) throw new Error(command.message);
  const { bankCommandId, fee } = command.data; // the unit of the fee is not documented: show it, do not calculate with it
  return { bankCommandId, fee };
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const { primary } = world.simulator.wallets;
  expect(await quote(world.accounts, await linkedAccount(world), primary.id)).toEqual({
    bankCommandId: expect.stringMatching(UUID),
    fee: expect.any(Number),
  });
};

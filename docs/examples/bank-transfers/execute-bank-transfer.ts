import { expect } from '@jest/globals';
import { UUID, linkedAccount } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Sends 50.00 from a wallet to a linked account and returns the ID that events 768 and 769 contain. */
export async function sendMoney(
  pay: PayWallet,
  bankAccountId: string,
  walletId: number | string,
): Promise<string | null> {
  const sent = await pay.bankTransfers.executeBankTransfer(bankAccountId, {
    amount: 5000, // minor units
    walletId,
    description: 'Invoice 2026-03',
  });
  if (sent.success) return sent.data.commandId ?? sent.data.walletTransactionId;
  if (sent.error.outcome === 'unknown')
    throw new Error('The money may be on its way: look for the movement before you repeat this.');
  throw new Error(sent.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const { primary } = world.simulator.wallets;
  expect(await sendMoney(world.accounts, await linkedAccount(world), primary.id)).toMatch(UUID);
};

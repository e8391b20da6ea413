import { expect } from '@jest/globals';
import { UUID, legacyAccount } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Sends 50.00 from a wallet to a linked account. */
export async function sendMoney(
  pay: PayWallet,
  walletId: number | string,
  bankAccountId: string,
): Promise<string | null> {
  const sent = await pay.legacyBankAccounts.outgoingBankTransfer(walletId, bankAccountId, {
    amount: 5000, // minor units
    description: 'Invoice 2026-03',
    trySendInstant: false,
  });
  if (sent.success) return sent.data?.CommandId ?? null; // null for an IBAN of the service
  if (sent.error.outcome === 'unknown')
    throw new Error('The money may be on its way: look for the movement before you repeat this.');
  throw new Error(sent.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const { primary } = world.simulator.wallets;
  expect(await sendMoney(world.wallet, primary.id, await legacyAccount(world))).toMatch(UUID);
};

import { expect } from '@jest/globals';
import { UUID } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Transfers 24.50 from your wallet to another wallet. */
export async function payPartner(
  pay: PayWallet,
  from: number | string,
  to: number | string,
): Promise<string> {
  const moved = await pay.wallets.balanceTransfer(from, to, {
    amount: 2450, // minor units, although balances are in MAJOR units
    description: 'Share of March',
  });
  if (moved.success) return moved.data.DebitTransactionId;
  if (moved.error.outcome === 'unknown')
    throw new Error('The money may have moved: look for the movement before you repeat this.');
  throw new Error(moved.message); // `forbidden`: transfers are not enabled for this account
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const { primary, other } = world.simulator.wallets;
  expect(await payPartner(world.wallet, primary.id, other.id)).toMatch(UUID);
};

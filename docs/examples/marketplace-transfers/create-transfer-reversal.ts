import { expect } from '@jest/globals';
import { connectedSeller, sentFunds } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { Marketplace } from 'nestjs-pay/client';

/** Takes a part of a transfer back from the seller. The customer's refund is a call of its own. */
export async function takeBack(
  marketplace: Marketplace,
  transferId: string,
  amount: number,
): Promise<boolean> {
  const reversed = await marketplace.transfers.createTransferReversal(transferId, { amount }); // minor units
  if (reversed.success) return true;
  // The seller has been paid out meanwhile: nothing was taken back.
  if (reversed.error.httpStatus === 452) return false;
  throw new Error(reversed.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const seller = connectedSeller(world);
  const transferId = await sentFunds(world, seller);
  expect(await takeBack(world.marketplace, transferId, 450)).toBe(true);
  expect(world.simulator.sellers.balance(seller).available).toBe(2000n);
};

import { expect } from '@jest/globals';
import { connectedSeller, sentFunds } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { Marketplace } from 'nestjs-pay/client';

/** Reverses a part of a transfer. This does not refund the customer. */
export async function takeBack(
  marketplace: Marketplace,
  transferId: string,
  amount: number,
): Promise<boolean> {
  const reversed = await marketplace.transfers.createTransferReversal(transferId, { amount }); // minor units
  if (reversed.success) return true;
  // The seller's balance is too low, for example after a payout. Nothing was reversed.
  if (reversed.error.httpStatus === 452) return false;
  throw new Error(reversed.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const seller = connectedSeller(world);
  const transferId = await sentFunds(world, seller);
  expect(await takeBack(world.marketplace, transferId, 450)).toBe(true);
  expect(world.simulator.sellers.get(seller).available).toBe(2000n);
};

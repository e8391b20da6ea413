import { expect } from '@jest/globals';
import { DAY_MS, paidWithTransfer, UUID } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { Marketplace } from 'nestjs-pay/client';

/** Refunds a part of a payment, and returns the parts of the seller and the platform. */
export async function refundItem(
  marketplace: Marketplace,
  transactionId: string,
  refundId: string,
): Promise<string> {
  const options = {
    amount: 5000, // minor units
    reverseTransfers: true, // the seller's share, in proportion
    refundPlatformFee: true, // the platform's fee, in proportion
  };
  const call = { idempotencyKey: refundId }; // call again with the same key, never with a new one
  const refund = await marketplace.transactions.cancelTransaction(transactionId, options, call);
  if (!refund.success) throw new Error(refund.message);
  return refund.data.transactionId;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const { transactionId, accountId } = await paidWithTransfer(world);
  await world.simulator.clock.advance(2 * DAY_MS);
  const refund = await refundItem(world.marketplace, transactionId, 'refund-1');
  expect(refund).toMatch(UUID);
  expect(await refundItem(world.marketplace, transactionId, 'refund-1')).toBe(refund);
  expect(world.simulator.sellers.get(accountId).available).toBe(4000n);
};

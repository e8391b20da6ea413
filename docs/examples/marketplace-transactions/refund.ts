import { expect } from '@jest/globals';
import { DAY_MS, paidWithTransfer, UUID } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { Marketplace } from 'nestjs-pay/client';

/** Refunds 50.00 of a payment, and reverses the seller's share in proportion. */
export async function refund(
  marketplace: Marketplace,
  transactionId: string,
  refundId: string,
): Promise<string> {
  const refunded = await marketplace.transactions.refund(
    transactionId,
    { amount: 5000, reverseTransfers: true }, // minor units: always required
    { idempotencyKey: refundId }, // call again with the same key, never with a new one
  );
  if (!refunded.success) throw new Error(refunded.message);
  return refunded.data.transactionId;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const { transactionId, accountId } = await paidWithTransfer(world);
  await world.simulator.clock.advance(2 * DAY_MS);
  const id = await refund(world.marketplace, transactionId, 'refund-17');
  expect(id).toMatch(UUID);
  expect(await refund(world.marketplace, transactionId, 'refund-17')).toBe(id);
  expect(world.simulator.sellers.get(accountId).available).toBe(3500n);
};

import { expect } from '@jest/globals';
import { UUID } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Refunds 5.00 of a payment and returns the ID of the refund. The service honors the key, so the client needs no store. */
export async function refund(pay: PayWallet, transactionId: string, refundId: string): Promise<string> {
  const refunded = await pay.transactions.acquiringRefund(
    transactionId,
    { amount: 500, merchantTrns: refundId }, // minor units: always required
    { idempotencyKey: refundId }, // call again with the same key, never with a new one
  );
  if (!refunded.success) throw new Error(refunded.message);
  return refunded.data.transactionId;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const paid = await world.payment({ amount: 1000 });
  const id = await refund(world.wallet, paid, 'refund-17');
  expect(id).toMatch(UUID);
  expect(await refund(world.wallet, paid, 'refund-17')).toBe(id);
  expect(world.simulator.transactions.get(paid).refunded).toBe(500);
};

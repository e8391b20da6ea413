import { expect } from '@jest/globals';
import { UUID } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

/** Refunds 10.00 of a connected merchant's payment and returns the ID of the refund. Your fee is returned as well. */
export async function refund(
  pay: PayISV,
  payment: { transactionId: string; targetMerchantId: string },
): Promise<string | null> {
  const refunded = await pay.transactions.cancelTransaction({ ...payment, amount: 1000 }); // minor units
  if (refunded.success) return refunded.data.TransactionId;
  if (refunded.code === 'alreadycanceled') return null; // nothing is left to refund
  if (refunded.error.outcome === 'unknown')
    throw new Error('The money may have gone back: read the payment before you repeat this.');
  throw new Error(refunded.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const payment = await world.isvPayment({ amount: 1000 });
  expect(await refund(world.isv, payment)).toMatch(UUID);
  expect(await refund(world.isv, payment)).toBeNull();
};

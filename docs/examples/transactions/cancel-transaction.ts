import { expect } from '@jest/globals';
import { UUID } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Refunds 10.00 of a payment and returns the ID of the refund. */
export async function refund(pay: PayWallet, transactionId: string): Promise<string | null> {
  const refunded = await pay.transactions.cancelTransaction(transactionId, {
    amount: 1000, // minor units: always required
    merchantTrns: 'refund of order-77',
  });
  if (refunded.success) return refunded.data.TransactionId;
  if (refunded.code === 'alreadycanceled') return null; // nothing is left to refund
  if (refunded.error.outcome === 'unknown')
    throw new Error('The money may have gone back: read the payment before you repeat this.');
  throw new Error(refunded.message); // rejected: see `error.eventId` and `error.serviceText`
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const paid = await world.payment({ amount: 1000 });
  expect(await refund(world.wallet, paid)).toMatch(UUID);
  expect(await refund(world.wallet, paid)).toBeNull();
};

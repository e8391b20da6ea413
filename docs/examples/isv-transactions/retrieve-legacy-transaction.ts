import { expect } from '@jest/globals';
import { unwrap } from 'nestjs-pay/client';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

/** Returns the payment that a refund, void or capture belongs to. */
export async function originalOf(
  pay: PayISV,
  targetMerchantId: string,
  transactionId: string,
): Promise<string | null> {
  const read = await pay.transactions.retrieveLegacyTransaction({ transactionId, targetMerchantId });
  if (!read.success) throw new Error(read.message);
  return read.data.Transactions[0]?.ParentId ?? null; // always a list with one item
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const payment = await world.isvPayment();
  const refund = unwrap(await world.isv.transactions.cancelTransaction({ ...payment, amount: 1000 }));
  expect(await originalOf(world.isv, payment.targetMerchantId, refund.TransactionId)).toBe(
    payment.transactionId,
  );
};

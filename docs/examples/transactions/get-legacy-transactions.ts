import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Returns the payment that a refund, void or capture belongs to, or null for a payment. */
export async function originOf(pay: PayWallet, transactionId: string): Promise<string | null> {
  const read = await pay.transactions.getLegacyTransactions(transactionId);
  if (!read.success) throw new Error(read.message);
  return read.data.Transactions[0]?.ParentId ?? null;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const paid = await world.payment();
  const refunded = await world.wallet.transactions.cancelTransaction(paid, { amount: 2450 });
  expect(refunded.success && (await originOf(world.wallet, refunded.data.TransactionId))).toBe(paid);
  expect(await originOf(world.wallet, paid)).toBeNull();
};

import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Gives money back, and finds out what became of it where no answer came. */
export async function refund(pay: PayWallet, transactionId: string, amount: number, refundId: string) {
  const options = { amount, merchantTrns: refundId }; // a reference of its own makes the search certain
  const result = await pay.transactions.cancelTransaction(transactionId, options);
  const settled = await pay.transactions.settle(result); // at once where the outcome is known
  if (!settled.success) throw new Error(settled.message);
  const { state, certain, next } = settled.data;
  return certain ? state : `unknown: ${next}`; // 'done', 'not-done', or ask again later
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const paid = await world.payment({ amount: 2450 });
  world.simulator.faults.add({ operation: 'transactions.cancelTransaction', kind: 'executed-but-lost' });
  expect(await refund(world.wallet, paid, 450, 'refund-1')).toBe('done');
};

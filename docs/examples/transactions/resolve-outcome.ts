import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Refunds a payment and finds out what happened if the response was lost. */
export async function refund(pay: PayWallet, transactionId: string, amount: number, refundId: string) {
  const options = { amount, merchantTrns: refundId }; // a unique reference identifies the refund
  const result = await pay.transactions.cancelTransaction(transactionId, options);
  const resolved = await pay.transactions.resolveOutcome(result); // returns at once if the outcome is known
  if (!resolved.success) throw new Error(resolved.message);
  const { state, next } = resolved.data;
  return state === 'unknown' ? `unknown: ${next}` : state; // 'done', 'not-done', or try again later
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const paid = await world.payment({ amount: 2450 });
  world.simulator.faults.add({ operation: 'transactions.cancelTransaction', kind: 'executed-but-lost' });
  expect(await refund(world.wallet, paid, 450, 'refund-1')).toBe('done');
};

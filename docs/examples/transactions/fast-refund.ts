import { expect } from '@jest/globals';
import { UUID } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Refunds 10.00 within minutes; where the card cannot take that, in the ordinary way. */
export async function refundFast(pay: PayWallet, transactionId: string, refundId: string): Promise<string> {
  const fast = await pay.transactions.fastRefund(transactionId, {
    amount: 1000, // minor units
    sourceCode: 'Default',
    merchantTrns: refundId,
    idempotencyKey: refundId, // repeat with the same one, never with a new one
  });
  if (fast.success) return fast.data.transactionId;
  // Only after a clear no: when the outcome is unknown a second refund might come on top.
  if (fast.error.outcome !== 'rejected') throw new Error(fast.message);
  const ordinary = await pay.transactions.cancelTransaction(transactionId, { amount: 1000 });
  if (!ordinary.success) throw new Error(ordinary.message);
  return ordinary.data.TransactionId;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const paid = await world.payment({ amount: 2000 });
  expect(await refundFast(world.wallet, paid, 'refund-1')).toMatch(UUID);
  world.simulator.permissions.set({ allowFastRefunds: false });
  expect(await refundFast(world.wallet, await world.payment({ amount: 1000 }), 'refund-2')).toMatch(UUID);
};

import { expect } from '@jest/globals';
import { UUID } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Refunds 10.00 within minutes, or in the ordinary way if the card does not support it. */
export async function refundFast(pay: PayWallet, transactionId: string, refundId: string): Promise<string> {
  const refund = { amount: 1000, sourceCode: 'Default', merchantTrns: refundId }; // minor units
  const call = { idempotencyKey: refundId }; // call again with the same key, never with a new one
  const fast = await pay.transactions.fastRefund(transactionId, refund, call);
  if (fast.success) return fast.data.transactionId;
  // Not after HTTP 423 (in progress) or an unknown outcome: the fast refund may have happened.
  const cannotBe = fast.code === 'forbidden' || fast.error.httpStatus === 422;
  if (!cannotBe) throw new Error(fast.message);
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
  world.simulator.permissions.set({ allowFastRefunds: true });
  const underWay = { operation: 'transactions.fastRefund', kind: 'status', status: 423, times: 1 } as const;
  world.simulator.faults.add(underWay);
  await expect(refundFast(world.wallet, await world.payment(), 'refund-3')).rejects.toThrow('423');
};

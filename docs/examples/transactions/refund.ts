import { expect } from '@jest/globals';
import { memoryIdempotency, PayWallet as Wallet } from 'nestjs-pay/client';
import { UUID } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Refunds 5.00 of a payment and returns the ID of the refund. The client needs the option `idempotency`. */
export async function refund(pay: PayWallet, transactionId: string, refundId: string): Promise<string> {
  const refunded = await pay.transactions.refund(
    transactionId,
    { amount: 500, merchantTrns: refundId }, // minor units: always required
    { idempotencyKey: refundId }, // call again with the same key, never with a new one
  );
  if (!refunded.success) throw new Error(refunded.message);
  return refunded.data.TransactionId;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const { credentials, endpoints } = world.simulator;
  const pay = new Wallet({ ...credentials.merchant, endpoints, idempotency: memoryIdempotency() });
  const paid = await world.payment({ amount: 1000 });
  const id = await refund(pay, paid, 'refund-17');
  expect(id).toMatch(UUID);
  expect(await refund(pay, paid, 'refund-17')).toBe(id);
  expect(world.simulator.transactions.get(paid).refunded).toBe(500);
  await pay.close();
};

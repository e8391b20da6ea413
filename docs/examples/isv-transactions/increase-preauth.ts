import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

/** Reserves 5.00 more for another night. With the idempotency key, you can call again after a lost response. */
export async function holdAnotherNight(
  pay: PayISV,
  preauth: { transactionId: string; targetMerchantId: string },
  night: string,
): Promise<void> {
  const more = { ...preauth, amount: 500 }; // the increment, not the new total
  const call = { idempotencyKey: `${preauth.transactionId} ${night}` };
  const held = await pay.transactions.increasePreauth(more, call);
  if (!held.success) throw new Error(held.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const preauth = await world.isvPayment({ amount: 1000, preauth: true, isvAmount: undefined });
  await holdAnotherNight(world.isv, preauth, '2026-05-02');
  await holdAnotherNight(world.isv, preauth, '2026-05-02');
  const { transactions } = world.simulator.connectedMerchants.get(preauth.targetMerchantId);
  expect(transactions.get(preauth.transactionId).amount).toBe(1500);
};

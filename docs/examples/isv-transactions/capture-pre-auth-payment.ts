import { expect } from '@jest/globals';
import { UUID } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

/** Captures a stay: less than was held, the tip and your fee in it. */
export async function captureStay(
  pay: PayISV,
  preauth: { transactionId: string; targetMerchantId: string },
): Promise<string> {
  const captured = await pay.transactions.capturePreAuthPayment({
    ...preauth,
    amount: 2000,
    tipAmount: 150, // contained in amount, as the fee is
    isvAmount: 100,
  });
  if (captured.success) return captured.data.TransactionId; // refund this one, not the pre-authorisation
  if (captured.error.outcome === 'unknown')
    throw new Error('It may be captured: list the transactions of the order before you repeat this.');
  throw new Error(captured.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const preauth = await world.isvPayment({ preauth: true, isvAmount: undefined });
  expect(await captureStay(world.isv, preauth)).toMatch(UUID);
  await expect(captureStay(world.isv, preauth)).rejects.toThrow('no longer held');
};

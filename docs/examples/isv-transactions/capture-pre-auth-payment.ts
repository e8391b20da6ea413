import { expect } from '@jest/globals';
import { UUID } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

/** Captures a part of a pre-authorisation, including a tip and your fee. */
export async function captureStay(
  pay: PayISV,
  preauth: { transactionId: string; targetMerchantId: string },
): Promise<string> {
  const captured = await pay.transactions.capturePreAuthPayment({
    ...preauth,
    amount: 2000,
    tipAmount: 150, // included in amount, like the fee
    isvAmount: 100,
  });
  if (captured.success) return captured.data.TransactionId; // use this ID for refunds, not the pre-authorisation's
  if (captured.error.outcome === 'unknown')
    throw new Error('It may be captured: list the transactions of the order before you repeat this.');
  throw new Error(captured.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const preauth = await world.isvPayment({ preauth: true, isvAmount: undefined });
  expect(await captureStay(world.isv, preauth)).toMatch(UUID);
  await expect(captureStay(world.isv, preauth)).rejects.toThrow('already captured');
};

import { expect } from '@jest/globals';
import { memoryIdempotency, PayISV as Isv } from 'nestjs-pay/client';
import { UUID } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

/** Refunds 5.00 of a connected merchant's payment. The client needs the option `idempotency`. */
export async function refund(
  pay: PayISV,
  payment: { transactionId: string; targetMerchantId: string },
  refundId: string,
): Promise<string> {
  const refunded = await pay.transactions.refund(
    payment.transactionId,
    { targetMerchantId: payment.targetMerchantId, amount: 500 }, // minor units: always required
    { idempotencyKey: refundId }, // call again with the same key, never with a new one
  );
  if (!refunded.success) throw new Error(refunded.message);
  return refunded.data.TransactionId;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const { credentials, endpoints } = world.simulator;
  const pay = new Isv({ ...credentials.isv, endpoints, idempotency: memoryIdempotency() });
  const payment = await world.isvPayment({ amount: 1000 });
  const id = await refund(pay, payment, 'refund-17');
  expect(id).toMatch(UUID);
  expect(await refund(pay, payment, 'refund-17')).toBe(id);
  await pay.close();
};

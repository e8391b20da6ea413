import { expect } from '@jest/globals';
import { DAY_MS, UUID } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

/** Pays 5.00 from a merchant to the card of an earlier payment, which stays paid. Needs the service's approval. */
export async function reward(
  pay: PayISV,
  payment: { transactionId: string; targetMerchantId: string },
): Promise<string> {
  const paid = await pay.transactions.payOutOld({ ...payment, amount: 500, merchantTrns: 'winner of May' });
  if (paid.success) return paid.data.TransactionId;
  if (paid.error.outcome === 'unknown')
    throw new Error('It may have been paid: list the transactions of the order before you repeat this.');
  throw new Error(paid.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const payment = await world.isvPayment();
  await world.simulator.clock.advance(DAY_MS);
  expect(await reward(world.isv, payment)).toMatch(UUID);
};

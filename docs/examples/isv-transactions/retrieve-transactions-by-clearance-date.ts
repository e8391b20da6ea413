import { expect } from '@jest/globals';
import { DAY_MS, dayOf } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

/** Lists the payments that cleared on a day. */
export async function clearedOn(
  pay: PayISV,
  targetMerchantId: string,
  clearanceDate: string,
): Promise<string[]> {
  const list = await pay.transactions.retrieveTransactionsByClearanceDate({
    clearanceDate,
    targetMerchantId,
  });
  if (!list.success) throw new Error(list.message);
  return list.data.Transactions.map(({ TransactionId }) => TransactionId);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const { transactionId, targetMerchantId } = await world.isvPayment();
  await world.simulator.clock.advance(DAY_MS);
  const today = dayOf(world.simulator.clock.now());
  expect(await clearedOn(world.isv, targetMerchantId, today)).toEqual([transactionId]);
};

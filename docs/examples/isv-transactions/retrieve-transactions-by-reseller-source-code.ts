import { expect } from '@jest/globals';
import { dayOf } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

/** Lists a merchant's transactions of a day from one of your own payment sources. */
export async function throughOurSource(
  pay: PayISV,
  targetMerchantId: string,
  date: string,
): Promise<string[]> {
  const list = await pay.transactions.retrieveTransactionsByResellerSourceCode({
    resellerSourceCode: '7951',
    date,
    targetMerchantId,
  });
  if (!list.success) throw new Error(list.message);
  return list.data.map(({ TransactionId }) => TransactionId); // a list, unlike in the other methods
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const { transactionId, targetMerchantId } = await world.isvPayment({ resellerSourceCode: '7951' });
  const today = dayOf(world.simulator.clock.now());
  expect(await throughOurSource(world.isv, targetMerchantId, today)).toEqual([transactionId]);
};

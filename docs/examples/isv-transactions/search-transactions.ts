import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

/** Lists the newest transactions of all connected merchants. */
export async function newest(pay: PayISV): Promise<{ transactionId: string; merchantId: string }[]> {
  const page = await pay.transactions.searchTransactions(
    { StatusIds: ['F'] },
    { PageSize: 20, OrderBy: 'Descending' },
  );
  if (!page.success) throw new Error(page.message); // `forbidden`: the credentials have no data services scope
  return page.data.data; // empty if there are none
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(await newest(world.isv)).toEqual([]);
  const { transactionId, targetMerchantId } = await world.isvPayment();
  expect(await newest(world.isv)).toMatchObject([{ transactionId, merchantId: targetMerchantId }]);
};

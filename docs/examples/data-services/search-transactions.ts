import { expect } from '@jest/globals';
import { dataClient } from '../world.js';
import type { World } from '../world.js';
// #region example
import { TransactionStatus } from 'nestjs-pay/client';
import type { PayWallet } from 'nestjs-pay/client';

/** Lists the newest sales that failed. `pay` needs the Data Services credentials. */
export async function failedSales(pay: PayWallet): Promise<string[]> {
  const page = await pay.dataServices.searchTransactions(
    { StatusIds: [TransactionStatus.Error] },
    { PageSize: 50, OrderBy: 'Descending' },
  );
  if (!page.success) throw new Error(page.message);
  return page.data.data.map(({ orderCodeText, amount }) => `${orderCodeText}: ${amount}`); // MAJOR units
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(await failedSales(dataClient(world))).toEqual([]);
};

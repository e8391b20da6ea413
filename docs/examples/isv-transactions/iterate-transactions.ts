import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

/** Counts the transactions of each connected merchant. */
export async function countByMerchant(pay: PayISV, from: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  // Reads page by page and throws a PayError if a page fails.
  for await (const { merchantId } of pay.transactions.iterateTransactions({ insDateFrom: from }))
    counts.set(merchantId, (counts.get(merchantId) ?? 0) + 1);
  return counts;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const { targetMerchantId } = await world.isvPayment();
  await world.isvPayment();
  const counts = await countByMerchant(world.isv, '2000-01-01');
  expect([counts.size, counts.get(targetMerchantId)]).toEqual([2, 1]);
};

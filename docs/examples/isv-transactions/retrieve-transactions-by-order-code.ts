import { expect } from '@jest/globals';
import { GOOD_CARD } from '../world.js';
import type { World } from '../world.js';
// #region example
import { TransactionStatus } from 'nestjs-pay/client';
import type { PayISV } from 'nestjs-pay/client';

/** Lists the successful attempts to pay a merchant's order. Call it after a lost response. Holds count, too. */
export async function paymentsOf(
  pay: PayISV,
  targetMerchantId: string,
  orderCode: string,
): Promise<string[]> {
  const list = await pay.transactions.retrieveTransactionsByOrderCode({ orderCode, targetMerchantId });
  if (!list.success) throw new Error(list.message);
  return list.data.Transactions.filter(({ StatusId }) => StatusId === TransactionStatus.Finished).map(
    ({ TransactionId }) => TransactionId,
  );
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const { orderCode, targetMerchantId } = await world.isvOrder();
  expect(await paymentsOf(world.isv, targetMerchantId, orderCode)).toEqual([]);
  world.simulator.checkout.pay(orderCode, GOOD_CARD);
  expect(await paymentsOf(world.isv, targetMerchantId, orderCode)).toHaveLength(1);
};

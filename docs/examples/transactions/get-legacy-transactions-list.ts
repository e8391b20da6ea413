import { expect } from '@jest/globals';
import { GOOD_CARD } from '../world.js';
import type { World } from '../world.js';
// #region example
import { TransactionStatus } from 'nestjs-pay/client';
import type { PayWallet } from 'nestjs-pay/client';

/** The attempts on an order that succeeded: where to look after a lost answer. */
export async function paymentsOf(pay: PayWallet, orderCode: string): Promise<string[]> {
  const list = await pay.transactions.getLegacyTransactions(undefined, { orderCode });
  if (!list.success) throw new Error(list.message);
  return list.data.Transactions.filter(({ StatusId }) => StatusId === TransactionStatus.Finished).map(
    ({ TransactionId }) => TransactionId,
  );
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const orderCode = await world.order();
  expect(await paymentsOf(world.wallet, orderCode)).toEqual([]);
  world.simulator.checkout.pay(orderCode, GOOD_CARD);
  expect(await paymentsOf(world.wallet, orderCode)).toHaveLength(1);
};

import { expect } from '@jest/globals';
import { unwrap } from 'nestjs-pay/client';
import { GOOD_CARD } from '../world.js';
import type { World } from '../world.js';
// #region example
import { TransactionStatus } from 'nestjs-pay/client';
import type { PayWallet } from 'nestjs-pay/client';

/** Statuses of a payment that succeeded, even if it was refunded (R) or captured (C) later. */
const PAID: readonly string[] = [
  TransactionStatus.Finished,
  TransactionStatus.Refunded,
  TransactionStatus.Captured,
];

/** Returns the transaction IDs of the successful attempts to pay an order, also after a lost response. Holds count, too. */
export async function paymentsOf(pay: PayWallet, orderCode: string): Promise<string[]> {
  const list = await pay.transactions.getLegacyTransactions(undefined, { orderCode });
  if (!list.success) throw new Error(list.message);
  return list.data.Transactions.filter(
    // Refunds, voids and captures are transactions of the same order, with a ParentId.
    ({ StatusId, ParentId }) => ParentId === null && PAID.includes(StatusId),
  ).map(({ TransactionId }) => TransactionId);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const orderCode = await world.order();
  expect(await paymentsOf(world.wallet, orderCode)).toEqual([]);
  const outcome = world.simulator.checkout.pay(orderCode, GOOD_CARD);
  const payment = outcome.kind === 'approved' ? outcome.transaction.id : undefined;
  expect(await paymentsOf(world.wallet, orderCode)).toEqual([payment]);
  unwrap(await world.wallet.transactions.cancelTransaction(payment ?? '', { amount: 1000 }));
  expect(await paymentsOf(world.wallet, orderCode)).toEqual([payment]);
};

import { expect } from '@jest/globals';
import { unwrap } from 'nestjs-pay/client';
import { GOOD_CARD } from '../world.js';
import type { World } from '../world.js';
// #region example
import { toMinorUnits, TransactionStatus, TransactionType } from 'nestjs-pay/client';
import type { PayWallet } from 'nestjs-pay/client';

/** Transactions that only hold the amount are finished, too. */
const HOLDS: readonly TransactionType[] = [
  TransactionType.CardPreAuthorisation,
  TransactionType.KlarnaPreAuthorisation,
];

/** Returns whether the transaction of a redirect or webhook paid this order in full. */
export async function hasPaid(
  pay: PayWallet,
  transactionId: string,
  order: { orderCode: string; amount: number },
): Promise<boolean> {
  const read = await pay.transactions.getTransactionById(transactionId);
  if (!read.success) {
    if (read.code === 'notfound') return false;
    throw new Error(read.message);
  }
  const { statusId, transactionTypeId, orderCodeText, amount, currencyCode } = read.data;
  return (
    statusId === TransactionStatus.Finished &&
    !HOLDS.includes(transactionTypeId) &&
    orderCodeText === order.orderCode &&
    toMinorUnits(amount, currencyCode) === order.amount // from MAJOR units
  );
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const orderCode = await world.order({ amount: 2450 });
  const outcome = world.simulator.checkout.pay(orderCode, GOOD_CARD);
  const id = outcome.kind === 'approved' ? outcome.transaction.id : '';
  expect(await hasPaid(world.wallet, id, { orderCode, amount: 2450 })).toBe(true);
  expect(await hasPaid(world.wallet, id, { orderCode, amount: 9900 })).toBe(false);
  const held = await world.payment({ amount: 2450, preauth: true });
  const { orderCodeText } = unwrap(await world.wallet.transactions.getTransactionById(held));
  expect(await hasPaid(world.wallet, held, { orderCode: orderCodeText, amount: 2450 })).toBe(false);
};

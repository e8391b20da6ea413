import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import { toMinorUnits, TransactionStatus, TransactionType } from 'nestjs-pay/client';
import type { PayISV } from 'nestjs-pay/client';

/** Transactions that only hold the amount are finished, too. */
const HOLDS: readonly TransactionType[] = [
  TransactionType.CardPreAuthorisation,
  TransactionType.KlarnaPreAuthorisation,
];

/** Returns what a connected merchant was paid, in minor units. Call it after a webhook or a redirect. */
export async function paidAmount(
  pay: PayISV,
  targetMerchantId: string,
  transactionId: string,
): Promise<number | null> {
  const read = await pay.transactions.retrieveTransactionById({ transactionId, targetMerchantId });
  if (!read.success && read.code === 'notfound') return null; // not a payment of this merchant
  if (!read.success) throw new Error(read.message);
  const { amount, currencyCode, statusId, transactionTypeId } = read.data;
  const isPaid = statusId === TransactionStatus.Finished && !HOLDS.includes(transactionTypeId);
  return isPaid ? toMinorUnits(amount, currencyCode) : null;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const { transactionId, targetMerchantId } = await world.isvPayment();
  expect(await paidAmount(world.isv, targetMerchantId, transactionId)).toBe(2450);
  expect(await paidAmount(world.isv, world.merchant(), transactionId)).toBeNull();
  const held = await world.isvPayment({ amount: 1000, preauth: true, isvAmount: undefined });
  expect(await paidAmount(world.isv, held.targetMerchantId, held.transactionId)).toBeNull();
};

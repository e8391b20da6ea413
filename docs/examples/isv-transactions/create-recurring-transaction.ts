import { expect } from '@jest/globals';
import { UUID } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

/** Charges a connected merchant's subscriber 9.90 again, with 0.40 for you. */
export async function chargeMonth(
  pay: PayISV,
  first: { transactionId: string; targetMerchantId: string }, // paid with allowRecurring
  month: string,
): Promise<string | null> {
  const charged = await pay.transactions.createRecurringTransaction({
    ...first,
    amount: 990,
    isvAmount: 40, // included in amount
    merchantTrns: month,
  });
  if (charged.success) return charged.data.TransactionId;
  if (charged.error.outcome === 'unknown')
    throw new Error('It may have been charged: list the transactions of the order before you repeat this.');
  if (charged.code === 'rejected') return null; // declined: see `error.eventId`, for example 10051 for insufficient funds
  throw new Error(charged.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const first = await world.isvPayment({ allowRecurring: true });
  expect(await chargeMonth(world.isv, first, '2026-05')).toMatch(UUID);
  await expect(chargeMonth(world.isv, await world.isvPayment(), '2026-05')).rejects.toThrow('does not allow');
};

import { expect } from '@jest/globals';
import { UUID } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

/** Charges a subscriber of a connected merchant again: 9.90, of which 0.40 is yours. */
export async function chargeMonth(
  pay: PayISV,
  first: { transactionId: string; targetMerchantId: string }, // paid with allowRecurring
  month: string,
): Promise<string | null> {
  const charged = await pay.transactions.createRecurringTransaction({
    ...first,
    amount: 990,
    isvAmount: 40, // contained in amount
    merchantTrns: month,
  });
  if (charged.success) return charged.data.TransactionId;
  if (charged.error.outcome === 'unknown')
    throw new Error('It may have been charged: list the transactions of the order before you repeat this.');
  if (charged.code === 'rejected') return null; // declined: `error.eventId` says why, 10051 is insufficient funds
  throw new Error(charged.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const first = await world.isvPayment({ allowRecurring: true });
  expect(await chargeMonth(world.isv, first, '2026-05')).toMatch(UUID);
  expect(await chargeMonth(world.isv, await world.isvPayment(), '2026-05')).toBeNull();
};

import { expect } from '@jest/globals';
import { dayOf } from '../world.js';
import type { World } from '../world.js';
// #region example
import { toMinorUnits } from 'nestjs-pay/client';
import type { PayISV } from 'nestjs-pay/client';

/** Adds up a merchant's payments less refunds on a day in Greek time, in minor units. */
export async function turnover(pay: PayISV, targetMerchantId: string, date: string): Promise<number> {
  const day = await pay.transactions.retrieveTransactionsByDate({ date, targetMerchantId });
  if (!day.success) throw new Error(day.message);
  return day.data.Transactions.filter(({ StatusId }) => StatusId !== 'E')
    .map(({ Amount, CurrencyCode }) => toMinorUnits(Amount, CurrencyCode)) // refunds are negative
    .reduce((sum, amount) => sum + amount, 0);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const payment = await world.isvPayment();
  await world.isv.transactions.cancelTransaction({ ...payment, amount: 450 });
  const today = dayOf(world.simulator.clock.now());
  expect(await turnover(world.isv, payment.targetMerchantId, today)).toBe(2000);
};

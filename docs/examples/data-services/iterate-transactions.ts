import { expect } from '@jest/globals';
import { DAY_MS, dataClient, dayOf } from '../world.js';
import type { World } from '../world.js';
// #region example
import { toMinorUnits } from 'nestjs-pay/client';
import type { PayWallet } from 'nestjs-pay/client';

/** Adds up the commission for the sales of some days, in minor units. */
export async function commissions(pay: PayWallet, from: string, to: string): Promise<number> {
  let sum = 0;
  // Reads page by page and throws a PayError if a page fails.
  for await (const sale of pay.dataServices.iterateTransactions({ insDateFrom: from, insDateTo: to })) {
    sum += toMinorUnits(sale.totalCommission ?? 0, 'EUR'); // from MAJOR units
  }
  return sum;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  await world.payment();
  await world.payment();
  const day = dayOf(world.simulator.clock.now() + DAY_MS);
  expect(await commissions(dataClient(world), '2000-01-01', day)).toBe(48);
};

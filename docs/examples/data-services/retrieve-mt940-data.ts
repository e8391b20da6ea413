import { expect } from '@jest/globals';
import { DAY_MS, dataClient, dayOf } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Returns the statement of a past day for your accounting, or null for a day without movements. */
export async function statement(pay: PayWallet, day: string): Promise<string | null> {
  const mt940 = await pay.dataServices.retrieveMt940Data({ ReportDate: day }); // YYYY-MM-DD
  if (!mt940.success) throw new Error(mt940.message);
  return mt940.data;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const day = dayOf(world.simulator.clock.now());
  await world.simulator.clock.advance(DAY_MS);
  expect(await statement(dataClient(world), day)).toContain(':20:');
};

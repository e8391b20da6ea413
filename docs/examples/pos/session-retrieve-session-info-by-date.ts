import { expect } from '@jest/globals';
import { SALE, soldAtTill } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Adds up the terminals' payments of a UTC day, in minor units. */
export async function takings(pay: PayWallet, day: string): Promise<number> {
  const sessions = await pay.pos.session.retrieveSessionInfoByDate({ date: day }); // YYYY-MM-DD
  if (!sessions.success) throw new Error(sessions.message);
  return sessions.data.filter(({ success }) => success).reduce((sum, { amount }) => sum + amount, 0); // minor units, tips included
}
// #endregion

export const run = async (world: World): Promise<void> => {
  await soldAtTill(world);
  const day = new Date(world.simulator.clock.now()).toISOString().slice(0, 10);
  expect(await takings(world.pos, day)).toBe(SALE.amount);
};

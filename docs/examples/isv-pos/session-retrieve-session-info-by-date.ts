import { expect } from '@jest/globals';
import { soldThroughIsv } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

/** Adds up the ISV's fees of a UTC day, in minor units. */
export async function feesOf(isv: PayISV, date: string): Promise<number> {
  const sessions = await isv.pos.session.retrieveSessionInfoByDate({ date });
  if (!sessions.success) throw new Error(sessions.message);
  return sessions.data
    .filter(({ success }) => success)
    .reduce((sum, { isvDetails }) => sum + (isvDetails?.amount ?? 0), 0);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const today = new Date(world.simulator.clock.now()).toISOString().slice(0, 10);
  await soldThroughIsv(world, world.merchant());
  expect(await feesOf(world.isv, today)).toBe(58);
};

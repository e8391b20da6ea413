import { expect } from '@jest/globals';
import { SALE, soldThroughIsv } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

/** Returns whether a sale was paid, or null if it is not finished. */
export async function isPaid(isv: PayISV, sessionId: string): Promise<boolean | null> {
  const session = await isv.pos.session.retrieveSessionById({ sessionId });
  if (!session.success) throw new Error(session.message); // can be `notfound` right after the request
  return session.data === null ? null : session.data.success;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  await soldThroughIsv(world, world.merchant());
  expect(await isPaid(world.isv, SALE.sessionId)).toBe(true);
};

import { expect } from '@jest/globals';
import { SALE } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Aborts a sale. Returns false if the customer paid first. */
export async function abortSale(pay: PayWallet, sessionId: string): Promise<boolean> {
  const aborted = await pay.pos.session.abortSession({ sessionId, cashRegisterId: 'till-1' });
  // Event 1208: another abort is in progress.
  if (!aborted.success && aborted.error.eventId !== 1208) throw new Error(aborted.message);
  // The abort is only accepted: the final session shows whether it took effect.
  const ended = await pay.pos.session.waitForSession({ sessionId });
  if (!ended.success) throw new Error(ended.message);
  return !ended.data.success;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  await world.pos.pos.transactions.initiateSaleRequest(SALE);
  await world.simulator.clock.advance(1_000);
  const aborted = [abortSale(world.pos, SALE.sessionId), abortSale(world.pos, SALE.sessionId)];
  const asked = () =>
    world.simulator.requests().filter(({ operation }) => operation === 'pos.session.abortSession').length;
  while (asked() < 2) await new Promise((resolve) => setImmediate(resolve));
  await world.simulator.clock.advance(10_000);
  expect(await Promise.all(aborted)).toEqual([true, true]);
};

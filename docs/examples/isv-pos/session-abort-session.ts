import { expect } from '@jest/globals';
import { isvSale, SALE } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

/** Requests the abort of a sale. Read the session to see whether the customer paid first. */
export async function askForAbort(isv: PayISV, sessionId: string): Promise<void> {
  const aborted = await isv.pos.session.abortSession({ sessionId, cashRegisterId: 'till-1' });
  if (!aborted.success) throw new Error(aborted.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  await world.isv.pos.transactions.initiateSaleRequest(isvSale(world.merchant()));
  await world.simulator.clock.advance(1_000);
  await askForAbort(world.isv, SALE.sessionId);
  await world.simulator.clock.advance(10_000);
  expect(await world.isv.pos.session.retrieveSessionById({ sessionId: SALE.sessionId })).toMatchObject({
    data: { success: false, abortSuccess: true },
  });
};

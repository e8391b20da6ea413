import { expect } from '@jest/globals';
import { SALE } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Starts a sale of 11.70 at a terminal. You create `sessionId`: store it with the receipt before you call. */
export async function startSale(pay: PayWallet, terminalId: string, sessionId: string): Promise<void> {
  const queued = await pay.pos.transactions.initiateSaleRequest({
    sessionId,
    terminalId,
    cashRegisterId: 'till-1',
    amount: 1170, // minor units
    currencyCode: '978',
    merchantReference: 'receipt-1',
  });
  // Success means queued, not paid: call pos.session.waitForSession for the result.
  // After `outcome: 'unknown'`, call again with the SAME sessionId. A 409 means that the first call arrived.
  if (!queued.success) throw new Error(queued.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  await startSale(world.pos, SALE.terminalId, 'session-77');
  await world.simulator.clock.advance(10_000);
  expect(await world.pos.pos.session.retrieveSessionById({ sessionId: 'session-77' })).toMatchObject({
    data: { success: true, amount: 1170 },
  });
};

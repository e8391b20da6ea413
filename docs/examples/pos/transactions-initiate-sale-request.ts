import { expect } from '@jest/globals';
import { SALE } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Asks a terminal to take 11.70. `sessionId` is yours: store it with the receipt before you call. */
export async function startSale(pay: PayWallet, terminalId: string, sessionId: string): Promise<void> {
  const queued = await pay.pos.transactions.initiateSaleRequest({
    sessionId,
    terminalId,
    cashRegisterId: 'till-1',
    amount: 1170, // minor units
    currencyCode: '978',
    merchantReference: 'receipt-1',
  });
  // Success is "queued", never "paid": pos.session.waitForSession says how it ended.
  // After `outcome: 'unknown'` repeat with the SAME sessionId; a 409 then says that it had arrived.
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

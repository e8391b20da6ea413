import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

/**
 * Asks a connected merchant's terminal to take 11.70, of which 0.58 are the ISV's. `sessionId` is yours: store it with the
 * receipt before you call.
 */
export async function startSale(isv: PayISV, merchantId: string, sessionId: string): Promise<void> {
  const queued = await isv.pos.transactions.initiateSaleRequest({
    sessionId,
    terminalId: '16000010',
    cashRegisterId: 'till-1',
    amount: 1170, // minor units
    currencyCode: '978',
    merchantReference: 'receipt-1',
    isvDetails: { terminalMerchantId: merchantId, amount: 58 },
  });
  // Success is "queued", never "paid": pos.session.waitForSession says how it ended.
  // After `outcome: 'unknown'` repeat with the SAME sessionId; a 409 then says that it had arrived.
  if (!queued.success) throw new Error(queued.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  await startSale(world.isv, world.merchant(), 'session-77');
  await world.simulator.clock.advance(10_000);
  expect(await world.isv.pos.session.retrieveSessionById({ sessionId: 'session-77' })).toMatchObject({
    data: { success: true, isvDetails: { amount: 58 } },
  });
};

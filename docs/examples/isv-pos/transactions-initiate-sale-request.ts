import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

/**
 * Starts a sale of 11.70 at a connected merchant's terminal, with 0.58 for the ISV. You create `sessionId`: store it with
 * the receipt before you call.
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
  // Success means queued, not paid: call pos.session.waitForSession for the result.
  // After `outcome: 'unknown'`, call again with the SAME sessionId. A 409 means that the first call arrived.
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

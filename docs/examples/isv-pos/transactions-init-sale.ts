import { expect } from '@jest/globals';
import { SALE } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

/** Name of `pos.transactions.initiateSaleRequest` in the public SDK. */
export async function sell(isv: PayISV, merchantId: string, sessionId: string): Promise<void> {
  const queued = await isv.pos.transactions.initSale({
    sessionId,
    terminalId: '16000010',
    cashRegisterId: 'till-1',
    amount: 1170, // minor units
    currencyCode: '978',
    merchantReference: 'receipt-1',
    isvDetails: { terminalMerchantId: merchantId, amount: 58 },
  });
  if (!queued.success) throw new Error(queued.message); // success means queued, not paid
}
// #endregion

export const run = async (world: World): Promise<void> => {
  await sell(world.isv, world.merchant(), SALE.sessionId);
  expect(await world.isv.pos.session.retrieveSessionById({ sessionId: SALE.sessionId })).toMatchObject({
    success: true,
  });
};

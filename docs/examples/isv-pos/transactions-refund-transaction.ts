import { expect } from '@jest/globals';
import { SALE, soldThroughIsv } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

/** Refunds a sale at a connected merchant's terminal in full. The service also returns the ISV's fee. */
export async function refundSale(
  isv: PayISV,
  merchantId: string,
  sale: string,
  refund: string,
): Promise<void> {
  const queued = await isv.pos.transactions.refundTransaction({
    sessionId: refund, // a new ID: store it before you call
    parentSessionId: sale,
    terminalId: '16000010',
    cashRegisterId: 'till-1',
    amount: 1170, // minor units; a smaller amount is a partial refund
    currencyCode: '978',
    isvDetails: { terminalMerchantId: merchantId },
  });
  if (!queued.success) throw new Error(queued.message); // queued: read the session for the result
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const merchantId = await soldThroughIsv(world, world.merchant());
  await refundSale(world.isv, merchantId, SALE.sessionId, 'refund-1');
  await world.simulator.clock.advance(10_000);
  expect(await world.isv.pos.session.retrieveSessionById({ sessionId: 'refund-1' })).toMatchObject({
    data: { success: true },
  });
};

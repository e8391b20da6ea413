import { expect } from '@jest/globals';
import { SALE, soldThroughIsv } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

/** Gives back a sale at a connected merchant's terminal, wholly; the service takes the ISV's fee back by itself. */
export async function refundSale(
  isv: PayISV,
  merchantId: string,
  sale: string,
  refund: string,
): Promise<void> {
  const queued = await isv.pos.transactions.refundTransaction({
    sessionId: refund, // a new one: store it before you call
    parentSessionId: sale,
    terminalId: '16000010',
    cashRegisterId: 'till-1',
    amount: 1170, // minor units; less gives back a part
    currencyCode: '978',
    isvDetails: { terminalMerchantId: merchantId },
  });
  if (!queued.success) throw new Error(queued.message); // queued: the session says whether it was done
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

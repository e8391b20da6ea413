import { expect } from '@jest/globals';
import { SALE, soldAtTill } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Refunds 11.70 of an earlier sale. You create one `refundId` for each refund. */
export async function refundAtTill(
  pay: PayWallet,
  terminalId: string,
  saleSessionId: string,
  refundId: string,
): Promise<void> {
  const queued = await pay.pos.transactions.refundTransaction({
    sessionId: refundId, // call again with the same ID after a lost response
    parentSessionId: saleSessionId,
    terminalId,
    cashRegisterId: 'till-1',
    amount: 1170, // minor units
    currencyCode: '978',
  });
  if (!queued.success) throw new Error(queued.message); // queued: wait for the session
}
// #endregion

export const run = async (world: World): Promise<void> => {
  await soldAtTill(world);
  await refundAtTill(world.pos, SALE.terminalId, SALE.sessionId, 'refund-1');
  await world.simulator.clock.advance(10_000);
  expect(await world.pos.pos.session.retrieveSessionById({ sessionId: 'refund-1' })).toMatchObject({
    data: { success: true },
  });
};

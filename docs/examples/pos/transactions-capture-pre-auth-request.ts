import { expect } from '@jest/globals';
import { SALE, soldAtTill } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Captures 9.00 of an earlier pre-authorisation. */
export async function captureAtTill(pay: PayWallet, terminalId: string, heldIn: string): Promise<void> {
  const queued = await pay.pos.transactions.capturePreAuthRequest({
    sessionId: `${heldIn}-capture`, // a new ID
    parentSessionId: heldIn,
    terminalId,
    cashRegisterId: 'till-1',
    amount: 900, // minor units
    currencyCode: '978',
    merchantReference: 'receipt-1',
  });
  if (!queued.success) throw new Error(queued.message); // queued: wait for the session
}
// #endregion

export const run = async (world: World): Promise<void> => {
  await soldAtTill(world, { preauth: true });
  await captureAtTill(world.pos, SALE.terminalId, SALE.sessionId);
  await world.simulator.clock.advance(10_000);
  expect(
    await world.pos.pos.session.retrieveSessionById({ sessionId: `${SALE.sessionId}-capture` }),
  ).toMatchObject({
    data: { success: true, amount: 900 },
  });
};

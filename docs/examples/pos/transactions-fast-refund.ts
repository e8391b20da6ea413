import { expect } from '@jest/globals';
import { SALE } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Refunds 5.00 within minutes to a card that the customer presents. */
export async function refundFastAtTill(pay: PayWallet, terminalId: string, sessionId: string): Promise<void> {
  const queued = await pay.pos.transactions.fastRefund({
    sessionId,
    terminalId,
    cashRegisterId: 'till-1',
    amount: 500, // minor units
    currencyCode: '978',
    merchantReference: 'receipt-1',
  });
  if (!queued.success) throw new Error(queued.message); // queued: wait for the session
}
// #endregion

export const run = async (world: World): Promise<void> => {
  await expect(refundFastAtTill(world.pos, SALE.terminalId, 'session-77')).resolves.toBeUndefined();
};

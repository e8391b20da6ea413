import { expect } from '@jest/globals';
import { SALE } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Refunds 5.00 to a card that the customer presents, without an earlier sale. The service does not limit the amount. */
export async function refundToCard(pay: PayWallet, terminalId: string, sessionId: string): Promise<void> {
  const queued = await pay.pos.transactions.unreferencedRefund({
    sessionId,
    terminalId,
    cashRegisterId: 'till-1',
    amount: 500, // minor units
    currencyCode: '978',
    merchantReference: 'voucher-9',
  });
  if (!queued.success) throw new Error(queued.message); // queued: wait for the session
}
// #endregion

export const run = async (world: World): Promise<void> => {
  await expect(refundToCard(world.pos, SALE.terminalId, 'session-77')).resolves.toBeUndefined();
};

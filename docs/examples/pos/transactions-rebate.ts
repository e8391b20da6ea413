import { expect } from '@jest/globals';
import { SALE } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Pays a reward of 5.00 to a card that the customer presents. */
export async function rewardAtTill(pay: PayWallet, terminalId: string, sessionId: string): Promise<void> {
  const queued = await pay.pos.transactions.rebate({
    sessionId,
    terminalId,
    cashRegisterId: 'till-1',
    amount: 500, // minor units
    currencyCode: '978',
    merchantReference: 'reward-1',
  });
  if (!queued.success) throw new Error(queued.message); // queued: wait for the session
}
// #endregion

export const run = async (world: World): Promise<void> => {
  await expect(rewardAtTill(world.pos, SALE.terminalId, 'session-77')).resolves.toBeUndefined();
};

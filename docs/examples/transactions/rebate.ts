import { expect } from '@jest/globals';
import { UUID } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Sends 5.00 to the card that paid, as a reward; the payment stays paid. */
export async function reward(pay: PayWallet, transactionId: string, rewardId: string): Promise<string> {
  const sent = await pay.transactions.rebate(transactionId, {
    amount: 500, // minor units, and answered in minor units
    merchantTrns: rewardId,
    idempotencyKey: rewardId, // store it before you call: a new key is a new rebate
  });
  if (!sent.success) throw new Error(sent.message);
  return sent.data.transactionId; // `cancelRebateOrFastRefund` names this one
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(await reward(world.wallet, await world.payment(), 'reward-1')).toMatch(UUID);
};

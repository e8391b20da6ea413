import { expect } from '@jest/globals';
import { UUID } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Pays a reward of 5.00 to the card of a payment. The payment stays paid. */
export async function reward(pay: PayWallet, transactionId: string, rewardId: string): Promise<string> {
  const sent = await pay.transactions.rebate(
    transactionId,
    { amount: 500, merchantTrns: rewardId }, // minor units, also in the response
    { idempotencyKey: rewardId }, // store it before you call: a new key pays a second rebate
  );
  if (!sent.success) throw new Error(sent.message);
  return sent.data.transactionId; // use it for `cancelRebateOrFastRefund`
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(await reward(world.wallet, await world.payment(), 'reward-1')).toMatch(UUID);
};

import { expect } from '@jest/globals';
import { UUID } from '../world.js';
import type { World } from '../world.js';
// #region example
import { OctServiceId } from 'nestjs-pay/client';
import type { PayWallet } from 'nestjs-pay/client';

/** Pays winnings of 400.00 to the card of the stake. You create one `payoutId` for each payout. */
export async function payWinnings(pay: PayWallet, transactionId: string, payoutId: string): Promise<string> {
  const winnings = { amount: 40_000, serviceId: OctServiceId.Oct }; // minor units; can exceed the payment
  const call = { idempotencyKey: payoutId }; // store it before you call, and call again with the same key
  const paid = await pay.transactions.octAndPayout(transactionId, winnings, call);
  if (!paid.success) throw new Error(paid.message);
  return paid.data.TransactionId;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(await payWinnings(world.wallet, await world.payment(), 'payout-1')).toMatch(UUID);
};

import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Captures 20.00 of a pre-authorization. The same call charges a card again after `allowRecurring`. */
export async function capture(pay: PayWallet, preauthId: string): Promise<string> {
  const captured = await pay.transactions.acquiringCharge(preauthId, { amount: 2000 }); // minor units
  if (captured.success) return captured.data.transactionId; // a new transaction: use its ID for refunds
  if (captured.error.outcome === 'unknown')
    throw new Error('It may have been captured: read the transaction before you repeat this.');
  throw new Error(captured.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const held = await world.payment({ amount: 2450, preauth: true });
  expect(await capture(world.wallet, held)).not.toBe(held);
  await expect(capture(world.wallet, held)).rejects.toThrow('acquiringCharge');
};

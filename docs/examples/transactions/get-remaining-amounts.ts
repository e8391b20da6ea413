import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Returns how much of a payment can still be refunded, in minor units. */
export async function refundableRest(pay: PayWallet, transactionId: string): Promise<number> {
  const left = await pay.transactions.getRemainingAmounts(transactionId);
  if (!left.success) throw new Error(left.message);
  return left.data.refundable; // for a pre-authorisation, use `capturable`
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const paid = await world.payment({ amount: 2450 });
  await world.wallet.transactions.cancelTransaction(paid, { amount: 450 });
  expect(await refundableRest(world.wallet, paid)).toBe(2000);
};

import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Adds 5.00 for a guest's extras to a pre-authorisation. You create one `extrasId` for each addition. */
export async function holdMore(pay: PayWallet, preauthorisationId: string, extrasId: string): Promise<void> {
  const held = await pay.transactions.increasePreauth(
    preauthorisationId,
    { amount: 500 }, // minor units: the increment, not the new total
    { idempotencyKey: extrasId },
  );
  if (!held.success) throw new Error(held.message); // you can call again with the same key
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const held = await world.payment({ amount: 2450, preauth: true });
  await holdMore(world.wallet, held, 'extras-1');
  expect(await world.wallet.transactions.getTransactionById(held)).toMatchObject({ data: { amount: 29.5 } });
};

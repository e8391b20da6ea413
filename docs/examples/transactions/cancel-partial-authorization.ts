import { expect } from '@jest/globals';
import { GOOD_CARD } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Releases a payment that the issuer approved only in part. */
export async function releasePartial(pay: PayWallet, transactionId: string): Promise<void> {
  const released = await pay.transactions.cancelPartialAuthorization(
    transactionId,
    { amount: 1000 }, // minor units: the authorized amount
    { idempotencyKey: `release-${transactionId}` }, // one key for this payment: you can call again
  );
  if (!released.success) throw new Error(released.message);
  // The release has an ID of its own, which event 1797 contains.
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const outcome = world.simulator.checkout.pay(await world.order(), { ...GOOD_CARD, authorizedAmount: 1000 });
  const id = outcome.kind === 'approved' ? outcome.transaction.id : '';
  await releasePartial(world.wallet, id);
  expect(await world.wallet.transactions.getTransactionById(id)).toMatchObject({ data: { statusId: 'X' } });
};

import { expect } from '@jest/globals';
import { GOOD_CARD } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Lets go of a payment whose card gave only 10.00 of what was asked. */
export async function releasePartial(pay: PayWallet, transactionId: string): Promise<void> {
  const released = await pay.transactions.cancelPartialAuthorization(transactionId, {
    amount: 1000, // minor units: what the issuer authorised
    idempotencyKey: `release-${transactionId}`, // one for this payment: you may repeat it
  });
  if (!released.success) throw new Error(released.message);
  // The release has its own id, which comes by webhook (1797).
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const outcome = world.simulator.checkout.pay(await world.order(), { ...GOOD_CARD, authorisedAmount: 1000 });
  const id = outcome.kind === 'approved' ? outcome.transaction.id : '';
  await releasePartial(world.wallet, id);
  expect(await world.wallet.transactions.getTransactionById(id)).toMatchObject({ data: { statusId: 'X' } });
};

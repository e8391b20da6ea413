import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Cancels a rebate of 5.00 on the day of the rebate. */
export async function takeBack(pay: PayWallet, rebateId: string): Promise<void> {
  const canceled = await pay.transactions.cancelRebateOrFastRefund(
    rebateId,
    { amount: 500 }, // minor units: exactly the amount of the rebate
    { idempotencyKey: `cancel-${rebateId}` },
  );
  if (!canceled.success) throw new Error(canceled.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const sent = await world.wallet.transactions.rebate(await world.payment(), { amount: 500 });
  const id = sent.success ? sent.data.transactionId : '';
  await takeBack(world.wallet, id);
  expect(await world.wallet.transactions.getTransactionById(id)).toMatchObject({ data: { statusId: 'X' } });
};

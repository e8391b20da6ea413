import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Lowers the amount of an unpaid order to 19.90. */
export async function applyDiscount(pay: PayWallet, orderCode: string): Promise<void> {
  const updated = await pay.payments.updateOrder(orderCode, { amount: 1990 }); // minor units
  // You can call it again: the amount is the new amount, not a difference.
  if (!updated.success) throw new Error(updated.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const orderCode = await world.order({ amount: 2450 });
  await applyDiscount(world.wallet, orderCode);
  expect(await world.wallet.payments.getOrder(orderCode)).toMatchObject({ data: { RequestAmount: 19.9 } });
};

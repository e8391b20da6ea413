import { expect } from '@jest/globals';
import { GOOD_CARD } from '../world.js';
import type { World } from '../world.js';
// #region example
import { OrderState, toMinorUnits } from 'nestjs-pay/client';
import type { PayWallet } from 'nestjs-pay/client';

/** Returns whether your order is paid with the amount that you stored. With `preauth`, it is held. */
export async function isPaid(pay: PayWallet, orderCode: string, amount: number): Promise<boolean> {
  const order = await pay.payments.getOrder(orderCode);
  if (!order.success) throw new Error(order.message); // `notfound`: this merchant has no such order
  // MAJOR units without a currency: use the currency that you created the order with.
  const asked = toMinorUnits(order.data.RequestAmount, 'EUR');
  return order.data.StateId === OrderState.Paid && asked === amount;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const orderCode = await world.order({ amount: 2450 });
  expect(await isPaid(world.wallet, orderCode, 2450)).toBe(false);
  world.simulator.checkout.pay(orderCode, GOOD_CARD);
  expect(await isPaid(world.wallet, orderCode, 2450)).toBe(true);
  const held = await world.order({ amount: 2450, preauth: true });
  world.simulator.checkout.pay(held, GOOD_CARD);
  expect(await isPaid(world.wallet, held, 2450)).toBe(true);
};

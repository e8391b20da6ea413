import { expect } from '@jest/globals';
import { GOOD_CARD } from '../world.js';
import type { World } from '../world.js';
// #region example
import { OrderState } from 'nestjs-pay/client';
import type { PayWallet } from 'nestjs-pay/client';

/** Cancels an order. Returns false if it was already paid. */
export async function cancelOrder(pay: PayWallet, orderCode: string): Promise<boolean> {
  const canceled = await pay.payments.cancelOrder(orderCode);
  if (!canceled.success) throw new Error(canceled.message);
  // The service also reports success for a paid order, so read it.
  const order = await pay.payments.getOrder(orderCode);
  if (!order.success) throw new Error(order.message);
  return order.data.StateId === OrderState.Canceled;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(await cancelOrder(world.wallet, await world.order())).toBe(true);
  const paid = await world.order();
  world.simulator.checkout.pay(paid, GOOD_CARD);
  expect(await cancelOrder(world.wallet, paid)).toBe(false);
};

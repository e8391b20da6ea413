import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import { OrderState } from 'nestjs-pay/client';
import type { PayISV } from 'nestjs-pay/client';

/** Returns whether a connected merchant's order is paid. With `preauth`, it is held. */
export async function isPaid(isv: PayISV, orderCode: string, targetMerchantId: string): Promise<boolean> {
  const order = await isv.payments.getOrder({ orderCode, targetMerchantId });
  if (!order.success) throw new Error(order.message);
  return order.data.StateId === OrderState.Paid;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const { orderCode, targetMerchantId } = await world.isvOrder();
  expect(await isPaid(world.isv, orderCode, targetMerchantId)).toBe(false);
};

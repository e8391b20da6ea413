import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import { OrderState } from 'nestjs-pay/client';
import type { PayISV } from 'nestjs-pay/client';

/** Cancels a connected merchant's order and returns whether it is canceled. A paid order stays paid. */
export async function cancelOrder(
  isv: PayISV,
  orderCode: string,
  targetMerchantId: string,
): Promise<boolean> {
  const cancelled = await isv.payments.cancelOrder({ orderCode, targetMerchantId });
  if (!cancelled.success) throw new Error(cancelled.message);
  const order = await isv.payments.getOrder({ orderCode, targetMerchantId });
  return order.success && order.data.StateId === OrderState.Canceled;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const { orderCode, targetMerchantId } = await world.isvOrder();
  expect(await cancelOrder(world.isv, orderCode, targetMerchantId)).toBe(true);
};

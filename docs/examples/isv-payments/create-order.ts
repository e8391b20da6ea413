import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

/** Creates an order of 24.50 for a connected merchant, with 1.00 for the ISV, and returns its code. */
export async function createOrder(isv: PayISV, merchantId: string): Promise<string> {
  const order = await isv.payments.createOrder(merchantId, {
    amount: 2450, // minor units: 24.50
    isvAmount: 100, // minor units, included in amount: the merchant gets 23.50 less the service's commission
    customerTrns: '2 tickets',
  });
  if (!order.success) throw new Error(order.message);
  return order.data.orderCodeText; // a string, because codes can exceed 2^53
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(await createOrder(world.isv, world.merchant())).toMatch(/^\d{16}$/);
};

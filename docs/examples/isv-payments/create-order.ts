import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

/** Creates an order over 24.50 for a connected merchant, 1.00 of it for the ISV, and gives its code. */
export async function createOrder(isv: PayISV, merchantId: string): Promise<string> {
  const order = await isv.payments.createOrder(merchantId, {
    amount: 2450, // minor units: 24.50
    isvAmount: 100, // minor units, contained in amount: the merchant gets 23.50 less the service's commission
    customerTrns: '2 tickets',
  });
  if (!order.success) throw new Error(order.message);
  return order.data.orderCodeText; // as text: codes can exceed what a number holds
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(await createOrder(world.isv, world.merchant())).toMatch(/^\d{16}$/);
};

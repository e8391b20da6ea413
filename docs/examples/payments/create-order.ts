import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Creates an order of 24.50 and returns its code. Store it with your own order. */
export async function createOrder(pay: PayWallet, reference: string): Promise<string> {
  const order = await pay.payments.createOrder({
    amount: 2450, // minor units: 24.50
    customerTrns: '2 tickets',
    merchantTrns: reference,
    customer: { email: 'jane@example.com', fullName: 'Jane Roe' },
  });
  if (!order.success) throw new Error(order.message);
  return order.data.orderCodeText; // a string, because codes can exceed 2^53
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(await createOrder(world.wallet, 'order-77')).toMatch(/^\d{16}$/);
};

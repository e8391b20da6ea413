import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Creates an order over 24.50 and gives its code, to be stored beside your own order. */
export async function createOrder(pay: PayWallet, reference: string): Promise<string> {
  const order = await pay.payments.createOrder({
    amount: 2450, // minor units: 24.50
    customerTrns: '2 tickets',
    merchantTrns: reference,
    customer: { email: 'jane@example.com', fullName: 'Jane Roe' },
  });
  if (!order.success) throw new Error(order.message);
  return order.data.orderCodeText; // as text: codes can exceed what a number holds
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(await createOrder(world.wallet, 'order-77')).toMatch(/^\d{16}$/);
};

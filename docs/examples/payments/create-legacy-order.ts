import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Creates an order with Basic auth. With OAuth credentials, use `createOrder`. */
export async function createLegacyOrder(pay: PayWallet): Promise<string> {
  const order = await pay.payments.createLegacyOrder({
    amount: 2450, // minor units: 24.50
    email: 'jane@example.com',
    fullName: 'Jane Roe',
  });
  if (!order.success) throw new Error(order.message);
  return order.data.OrderCodeText;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(await createLegacyOrder(world.wallet)).toMatch(/^\d{16}$/);
};

import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Creates an order and returns its reference for a bank transfer (Greece only). */
export async function bankReference(pay: PayWallet): Promise<string | null> {
  const order = await pay.payments.createOrder({
    amount: 2450, // minor units: 24.50
    paymentTimeout: 432_000, // seconds: a bank transfer takes time
  });
  if (!order.success) throw new Error(order.message);
  const rf = await pay.rfCodePayments.generateRfCodes({ orderCode: order.data.orderCodeText });
  if (!rf.success) throw new Error(rf.message);
  return rf.data?.rfPaymentCode ?? null;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(await bankReference(world.wallet)).toMatch(/^RF\d{23}$/);
};

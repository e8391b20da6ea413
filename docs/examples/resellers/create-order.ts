import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import { isRfPaymentCode } from 'nestjs-pay/client';
import type { PayWallet } from 'nestjs-pay/client';

/** Creates an order of 10.00 that the customer pays at a counter or by bank transfer. */
export async function counterOrder(pay: PayWallet, phone: string): Promise<string> {
  const order = await pay.resellers.createOrder({
    amount: 1000, // minor units
    phone,
    countryCode: 'GR',
    customerTrns: 'Membership',
  });
  if (!order.success) throw new Error(order.message);
  const { rfPaymentCode, orderCodeText } = order.data;
  return rfPaymentCode !== undefined && isRfPaymentCode(rfPaymentCode) ? rfPaymentCode : orderCodeText;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(await counterOrder(world.wallet, '2101234567')).toMatch(/^RF\d{23}$/);
};

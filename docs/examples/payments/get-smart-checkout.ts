import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import { getSmartCheckout, PaymentMethod } from 'nestjs-pay/client';
import type { PayWallet } from 'nestjs-pay/client';

/** Returns the address of the hosted checkout page for an order. */
export function checkoutAddress(pay: PayWallet, orderCode: string): string {
  return getSmartCheckout({
    orderCode,
    color: '0a7d4f',
    paymentMethod: PaymentMethod.Card, // preselected
    dev: pay.dev,
    endpoints: pay.endpoints,
  });
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const orderCode = await world.order();
  expect(new URL(checkoutAddress(world.wallet, orderCode)).searchParams.get('ref')).toBe(orderCode);
};

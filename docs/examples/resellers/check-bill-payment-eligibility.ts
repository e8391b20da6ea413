import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Checks whether a customer can pay a bill of 10.00. The service sends the customer a one-time password. */
export async function mayPayBill(pay: PayWallet, phone: string): Promise<void> {
  const check = await pay.resellers.checkBillPaymentEligibility({
    amount: 1000, // minor units
    phone,
    countryCode: 'GR',
  });
  if (!check.success) throw new Error(check.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  await expect(mayPayBill(world.wallet, '2101234567')).resolves.toBeUndefined();
};

import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Sends another one-time password for a bill payment after the first has expired. */
export async function resendForBill(pay: PayWallet, phone: string): Promise<void> {
  const sent = await pay.resellers.resendBillPaymentOtp({ phone, countryCode: 'GR' }); // as in the check
  if (!sent.success) throw new Error(sent.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  await world.wallet.resellers.checkBillPaymentEligibility({ phone: '2101234567', countryCode: 'GR' });
  await expect(resendForBill(world.wallet, '2101234567')).resolves.toBeUndefined();
};

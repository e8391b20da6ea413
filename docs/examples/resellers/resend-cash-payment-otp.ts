import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Sends another one-time password for a cash payment after the first has expired. */
export async function resendForCash(pay: PayWallet, phone: string): Promise<void> {
  const sent = await pay.resellers.resendCashPaymentOtp({ phone, countryCode: 'GR' }); // as in the check
  if (!sent.success) throw new Error(sent.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  await world.wallet.resellers.checkCashPaymentEligibility({ phone: '2101234567', countryCode: 'GR' });
  await expect(resendForCash(world.wallet, '2101234567')).resolves.toBeUndefined();
};

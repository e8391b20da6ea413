import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import { EligibilityEvent } from 'nestjs-pay/client';
import type { PayWallet } from 'nestjs-pay/client';

/** Checks whether a customer can pay 24.50 in cash. The service sends the customer a one-time password. */
export async function mayPayCash(
  pay: PayWallet,
  orderCode: string,
  phone: string,
): Promise<{ needsTags: boolean }> {
  const check = await pay.resellers.checkCashPaymentEligibility({
    orderCode,
    amount: 2450, // minor units
    phone,
    countryCode: 'GR',
  });
  const eventId = check.success ? check.data?.eventId : check.error.eventId;
  if (eventId === EligibilityEvent.TagsNeeded) return { needsTags: true };
  if (!check.success) throw new Error(check.message);
  return { needsTags: false };
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(await mayPayCash(world.wallet, await world.order(), '2101234567')).toEqual({ needsTags: false });
};

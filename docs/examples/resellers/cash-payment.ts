import { expect } from '@jest/globals';
import { UUID } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Takes 24.50 in cash for an order, with the one-time password that the customer received. */
export async function takeCash(
  pay: PayWallet,
  orderCode: string,
  customer: { phone: string; password: string },
): Promise<string> {
  const paid = await pay.resellers.cashPayment({
    orderCode,
    amount: 2450, // minor units
    phone: customer.phone, // as in checkCashPaymentEligibility
    countryCode: 'GR',
    oneTimePassword: customer.password,
  });
  if (paid.success) return paid.data.transactionId;
  if (paid.error.outcome === 'unknown')
    throw new Error('It may have been booked: read the order before you repeat this.');
  throw new Error(paid.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const [orderCode, phone] = [await world.order(), '+302101234567'];
  await world.wallet.resellers.checkCashPaymentEligibility({
    orderCode,
    amount: 2450,
    phone,
    countryCode: 'GR',
  });
  const password = world.simulator.resellerDesk.passwords().at(-1)?.password ?? '';
  expect(await takeCash(world.wallet, orderCode, { phone, password })).toMatch(UUID);
};

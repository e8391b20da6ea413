import { expect } from '@jest/globals';
import { UUID } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Takes 10.00 for a bill, with the one-time password that the customer received. */
export async function takeBill(
  pay: PayWallet,
  billId: number, // the biller’s number
  customer: { phone: string; password: string },
): Promise<string> {
  const paid = await pay.resellers.billPayment({
    billId,
    amount: 1000, // minor units
    phone: customer.phone, // as in checkBillPaymentEligibility
    countryCode: 'GR',
    oneTimePassword: customer.password,
  });
  if (paid.success) return paid.data.transactionId;
  if (paid.error.outcome === 'unknown')
    throw new Error('It may have been booked: search the transactions before you repeat this.');
  throw new Error(paid.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const phone = '+302101234567';
  await world.wallet.resellers.checkBillPaymentEligibility({ amount: 1000, phone, countryCode: 'GR' });
  const password = world.simulator.resellerDesk.passwords().at(-1)?.password ?? '';
  expect(await takeBill(world.wallet, 1, { phone, password })).toMatch(UUID);
};

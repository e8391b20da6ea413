import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import { PayoutDayOfWeek, PayoutInterval } from 'nestjs-pay/client';
import type { Marketplace } from 'nestjs-pay/client';

/** Invites a seller with payouts every Monday. Store `accountId`: accounts cannot be listed. */
export async function inviteSeller(marketplace: Marketplace, email: string, iban: string) {
  const created = await marketplace.sellers.createAccount({
    email,
    returnUrl: 'https://www.example.com/sellers/connected',
    branding: { partnerName: 'Example Market', logoUrl: 'https://www.example.com/logo.png' },
    payouts: {
      interval: PayoutInterval.Weekly,
      dayOfWeek: PayoutDayOfWeek.Monday,
      amountThreshold: 1000, // minor units
      bankAccount: { iban, beneficiaryName: 'Example Seller Ltd' },
    },
  });
  if (!created.success) throw new Error(created.message);
  const { accountId, invitation } = created.data;
  return { accountId, sendSellerTo: invitation.redirectUrl }; // the service sends no email
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const iban = 'DE89370400440532013000';
  const { accountId, sendSellerTo } = await inviteSeller(world.marketplace, 'seller@example.com', iban);
  expect(sendSellerTo).toContain(accountId);
  expect((await fetch(sendSellerTo)).status).toBe(200);
};

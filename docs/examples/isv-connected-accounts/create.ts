import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

/** Invites a merchant. Store `accountId`: accounts cannot be listed, and each call creates another account. */
export async function inviteMerchant(isv: PayISV, email: string) {
  const invited = await isv.connectedAccounts.create({
    email,
    returnUrl: 'https://www.example.com/onboarding/done',
    branding: {
      partnerName: 'Example Software',
      logoUrl: 'https://www.example.com/logo.png',
      primaryColor: '#3366ff',
    },
  });
  if (!invited.success) throw new Error(invited.message);
  const { accountId, invitation } = invited.data;
  return { accountId, sendMerchantTo: invitation.redirectUrl };
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const { accountId, sendMerchantTo } = await inviteMerchant(world.isv, 'merchant@example.com');
  expect(sendMerchantTo).toContain(accountId);
  expect((await fetch(sendMerchantTo)).status).toBe(200);
};

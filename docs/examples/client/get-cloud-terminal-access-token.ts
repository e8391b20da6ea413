import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Requests a token for an app that calls the service itself. The client's calls request their own tokens. */
export async function tokenForApp(pay: PayWallet): Promise<{ token: string; expiresAt: number }> {
  const token = await pay.getCloudTerminalAccessToken();
  if (!token.success) throw new Error(token.message);
  // The library does not cache it: keep it until it expires.
  return { token: token.data.access_token, expiresAt: Date.now() + token.data.expires_in * 1000 };
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect((await tokenForApp(world.pos)).token).toMatch(/./);
};

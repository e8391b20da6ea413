import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Older name of `webhooks.retrieveWebhookKey`. */
export async function verificationKey(pay: PayWallet): Promise<string> {
  const key = await pay.getPayWebhookCode();
  if (!key.success) throw new Error(key.message);
  return key.data;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(await verificationKey(world.wallet)).toMatch(/./);
};

import { expect } from '@jest/globals';
import { SUBSCRIPTION, dataClient, subscribed } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Returns whether an address is already subscribed. Check this before you add it. */
export async function isSubscribed(pay: PayWallet, url: string): Promise<boolean> {
  const list = await pay.webhooks.listSubscriptions();
  if (!list.success) throw new Error(list.message);
  return list.data.some((subscription) => subscription.url === url);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  await subscribed(world);
  expect(await isSubscribed(dataClient(world), SUBSCRIPTION.url)).toBe(true);
};

import { expect } from '@jest/globals';
import { dataClient, subscribed } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Removes a subscription, unless it was removed before. */
export async function unsubscribe(pay: PayWallet, subscriptionId: string): Promise<void> {
  const removed = await pay.webhooks.deleteSubscription(subscriptionId);
  if (!removed.success && removed.code !== 'notfound') throw new Error(removed.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const id = await subscribed(world);
  await unsubscribe(dataClient(world), id);
  await unsubscribe(dataClient(world), id);
  expect(await dataClient(world).webhooks.listSubscriptions()).toMatchObject({ data: [] });
};

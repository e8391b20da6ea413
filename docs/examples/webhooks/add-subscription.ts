import { expect } from '@jest/globals';
import { SUBSCRIPTION, UUID, dataClient } from '../world.js';
import type { World } from '../world.js';
// #region example
import { SubscriptionEvent } from 'nestjs-pay/client';
import type { PayWallet } from 'nestjs-pay/client';

/** Subscribes your address to sale transactions files. `pay` needs the Data Services credentials. */
export async function subscribe(pay: PayWallet, url: string, secret: string): Promise<string> {
  const added = await pay.webhooks.addSubscription({
    url, // https
    secret, // you create it: store it, because deliveries are signed with it and it is never returned
    events: [SubscriptionEvent.SaleTransactionsFileGenerated],
  });
  if (added.success) return added.data.subscriptionId;
  if (added.error.outcome === 'unknown')
    throw new Error('It may have been added: look with listSubscriptions before you repeat this.');
  throw new Error(added.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(await subscribe(dataClient(world), SUBSCRIPTION.url, SUBSCRIPTION.secret)).toMatch(UUID);
};

import { expect } from '@jest/globals';
import { SUBSCRIPTION, UUID, dataClient } from '../world.js';
import type { World } from '../world.js';
// #region example
import { SubscriptionEvent } from 'nestjs-pay/client';
import type { PayWallet } from 'nestjs-pay/client';

/** Has report files announced at an address of yours. `pay` has the data services' credentials. */
export async function subscribe(pay: PayWallet, url: string, secret: string): Promise<string> {
  const added = await pay.webhooks.addSubscription({
    url, // https
    secret, // yours; keep it, it is never shown again and checks every delivery
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

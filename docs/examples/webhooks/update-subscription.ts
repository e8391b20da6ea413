import { expect } from '@jest/globals';
import { dataClient, subscribed } from '../world.js';
import type { World } from '../world.js';
// #region example
import { SubscriptionEvent } from 'nestjs-pay/client';
import type { PayWallet } from 'nestjs-pay/client';

/** Gives a subscription a new address and secret: everything is said, an update replaces it all. */
export async function moveSubscription(
  pay: PayWallet,
  id: string,
  url: string,
  secret: string,
): Promise<void> {
  const updated = await pay.webhooks.updateSubscription(id, {
    url,
    secret,
    events: [SubscriptionEvent.SaleTransactionsFileGenerated],
  });
  // Accept the old secret too for about six hours: retries may carry it.
  if (!updated.success) throw new Error(updated.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const client = dataClient(world);
  const url = 'http://127.0.0.1:9/new';
  await moveSubscription(client, await subscribed(world), url, 'whsec-example-0002');
  expect(await client.webhooks.listSubscriptions()).toMatchObject({ data: [{ url }] });
};

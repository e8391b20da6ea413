import { expect } from '@jest/globals';
import { dataClient, subscribed } from '../world.js';
import type { World } from '../world.js';
// #region example
import { SubscriptionEvent } from 'nestjs-pay/client';
import type { PayWallet } from 'nestjs-pay/client';

/** Changes the address and the secret of a subscription. An update replaces the whole subscription. */
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
  // Also accept the old secret for about six hours, because retries may be signed with it.
  if (!updated.success) throw new Error(updated.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const client = dataClient(world);
  const url = 'http://127.0.0.1:9/new';
  await moveSubscription(client, await subscribed(world), url, 'whsec-example-0002');
  expect(await client.webhooks.listSubscriptions()).toMatchObject({ data: [{ url }] });
};

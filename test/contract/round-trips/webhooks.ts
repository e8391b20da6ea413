import { PayISV, PayWallet, unwrap } from 'nestjs-pay/client';
import { dataClient } from './data-client.js';
import { UNKNOWN_ID } from './world.js';
import type { RoundTrip, World } from './world.js';

export const SUBSCRIPTION = {
  url: 'http://127.0.0.1:9/hooks/files',
  secret: 'whsec-example-0001',
  events: ['SaleTransactionsFileGenerated'],
};

/** A subscription, and its id. */
export async function subscribed(world: World, options = SUBSCRIPTION): Promise<string> {
  return unwrap(await dataClient(world).webhooks.addSubscription(options)).subscriptionId;
}

export const webhooksRoundTrips: Record<string, RoundTrip> = {
  'webhooks.retrieveWebhookKey': {
    succeeds: (world) => world.wallet.webhooks.retrieveWebhookKey(),
    refuses: (world) =>
      new PayWallet({
        ...world.simulator.credentials.merchant,
        apikey: 'wrong',
        endpoints: world.simulator.endpoints,
      }).webhooks.retrieveWebhookKey(),
    code: 'webhookerror',
  },
  'PayISV webhook.retrieveWebhookKey': {
    succeeds: (world) => world.isv.webhook.retrieveWebhookKey(),
    refuses: (world) =>
      new PayISV({
        ...world.simulator.credentials.cloudTerminal,
        endpoints: world.simulator.endpoints,
      }).webhook.retrieveWebhookKey(),
    code: 'webhookerror',
  },
  'webhooks.addSubscription': {
    succeeds: (world) => dataClient(world).webhooks.addSubscription(SUBSCRIPTION),
    refuses: (world) => world.wallet.webhooks.addSubscription(SUBSCRIPTION),
    code: 'forbidden',
  },
  'webhooks.updateSubscription': {
    succeeds: async (world) =>
      dataClient(world).webhooks.updateSubscription(await subscribed(world), SUBSCRIPTION),
    refuses: (world) => dataClient(world).webhooks.updateSubscription(UNKNOWN_ID, SUBSCRIPTION),
    code: 'notfound',
  },
  'webhooks.deleteSubscription': {
    succeeds: async (world) => dataClient(world).webhooks.deleteSubscription(await subscribed(world)),
    refuses: (world) => dataClient(world).webhooks.deleteSubscription(UNKNOWN_ID),
    code: 'notfound',
  },
  'webhooks.listSubscriptions': {
    succeeds: async (world) => {
      await subscribed(world);
      return dataClient(world).webhooks.listSubscriptions();
    },
    refuses: (world) => world.marketplace.webhooks.listSubscriptions(),
    code: 'forbidden',
  },
};

import { PayWallet, unwrap } from 'nestjs-pay/client';
import { dataClient } from './data-client.js';
import { UNKNOWN_ID } from './world.js';
import type { RoundTrips } from './round-trip.js';
import type { World } from './world.js';

export const SUBSCRIPTION = {
  url: 'http://127.0.0.1:9/hooks/files',
  secret: 'whsec-example-0001',
  events: ['SaleTransactionsFileGenerated'],
};

/** Adds a subscription and returns its ID. */
export async function subscribed(world: World, options = SUBSCRIPTION): Promise<string> {
  return unwrap(await dataClient(world).webhooks.addSubscription(options)).subscriptionId;
}

export const roundTrips: RoundTrips = {
  'webhooks.retrieveWebhookKey': {
    fails: (world) =>
      new PayWallet({
        ...world.simulator.credentials.merchant,
        apikey: 'wrong',
        endpoints: world.simulator.endpoints,
      }).webhooks.retrieveWebhookKey(),
    code: 'webhookerror',
  },
  'webhooks.addSubscription': {
    fails: (world) => world.wallet.webhooks.addSubscription(SUBSCRIPTION),
    code: 'unauthorized',
  },
  'webhooks.updateSubscription': {
    fails: (world) => dataClient(world).webhooks.updateSubscription(UNKNOWN_ID, SUBSCRIPTION),
    code: 'notfound',
  },
  'webhooks.deleteSubscription': {
    fails: (world) => dataClient(world).webhooks.deleteSubscription(UNKNOWN_ID),
    code: 'notfound',
  },
  'webhooks.listSubscriptions': {
    fails: (world) => world.marketplace.webhooks.listSubscriptions(),
    code: 'unauthorized',
  },
};

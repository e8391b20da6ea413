import { PayISV, PayWallet } from 'nestjs-pay/client';
import type { RoundTrip } from './world.js';

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
  'webhook.retrieveWebhookKey': {
    succeeds: (world) => world.isv.webhook.retrieveWebhookKey(),
    refuses: (world) =>
      new PayISV({
        ...world.simulator.credentials.cloudTerminal,
        endpoints: world.simulator.endpoints,
      }).webhook.retrieveWebhookKey(),
    code: 'webhookerror',
  },
};

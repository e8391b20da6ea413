import { PayISV } from 'nestjs-pay/client';
import { respondingKey } from './endpoint.js';
import type { RoundTrips } from './round-trip.js';

export const roundTrips: RoundTrips = {
  'webhook.retrieveWebhookKey': {
    fails: (world) =>
      new PayISV({
        ...world.simulator.credentials.cloudTerminal,
        endpoints: world.simulator.endpoints,
      }).webhook.retrieveWebhookKey(),
    code: 'webhookerror',
  },
  'webhook.create': {
    fails: (world) =>
      respondingKey({ key: 'another' }, (url) => world.isv.webhook.create({ url, eventTypeId: 8193 })),
    code: 'rejected',
  },
};

import { defineOperation } from '../../core/operation/operation.js';
import { CreateIsvWebhookOptions } from './isv-webhook.types.js';

/** Has no payload: the service verifies the address before it answers. */
export const CREATE_ISV_WEBHOOK = defineOperation<null>()({
  id: 'webhook.create',
  method: 'POST',
  host: 'api',
  path: '/isv/v1/webhooks',
  auth: 'oauth',
  retry: 'unsafe',
  outcomeLookup: {
    nothing: 'The service cannot list registrations.',
  },
  options: { dto: CreateIsvWebhookOptions, in: 'json' },
  answer: { kind: 'empty' },
});

/** Uses another host and spelling than the merchant's key. */
export const RETRIEVE_ISV_WEBHOOK_KEY = defineOperation<string, 'webhookerror'>()({
  id: 'webhook.retrieveWebhookKey',
  method: 'GET',
  host: 'api',
  path: '/isv/v1/webhooks/token',
  auth: 'oauth',
  retry: 'safe',
  answer: {
    kind: 'json',
    required: ['key'],
    members: { types: { key: 'text' } },
    pick: (body) => String(body['key']),
  },
  failureCode: 'webhookerror',
});

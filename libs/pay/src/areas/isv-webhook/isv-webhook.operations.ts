import { defineOperation } from '../../core/operation/operation.js';
import { CreateIsvWebhookOptions } from './isv-webhook.types.js';

/** The service has verified the address when it answers; it answers nothing more. */
export const CREATE_ISV_WEBHOOK = defineOperation<null>()({
  id: 'webhook.create',
  method: 'POST',
  host: 'api',
  path: '/isv/v1/webhooks',
  auth: 'oauth',
  retry: 'unsafe',
  outcomeLookup: {
    nothing: 'There is no read of registrations.',
  },
  options: { dto: CreateIsvWebhookOptions, in: 'json' },
  answer: { kind: 'empty' },
});

/** The ISV's key comes from another host and in another spelling than a merchant's. */
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

import { defineOperation } from '../../core/operation.js';

/** The ISV's key comes from another host and in another spelling than a merchant's. */
export const RETRIEVE_ISV_WEBHOOK_KEY = defineOperation<string, 'webhookerror'>()({
  id: 'webhook.retrieveWebhookKey',
  method: 'GET',
  host: 'api',
  path: '/isv/v1/webhooks/token',
  auth: 'oauth',
  retry: 'safe',
  answer: { kind: 'json', required: ['key'], pick: (body) => String(body['key']) },
  failureCode: 'webhookerror',
});

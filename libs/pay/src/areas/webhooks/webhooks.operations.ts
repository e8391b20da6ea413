import { defineOperation } from '../../core/operation.js';

export const RETRIEVE_WEBHOOK_KEY = defineOperation<string, 'webhookerror'>()({
  id: 'webhooks.retrieveWebhookKey',
  method: 'GET',
  host: 'web',
  path: '/api/messages/config/token',
  auth: 'basic',
  retry: 'safe',
  answer: { kind: 'json', required: ['Key'], pick: (body) => String(body['Key']) },
  failureCode: 'webhookerror',
});

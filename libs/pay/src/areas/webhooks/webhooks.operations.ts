import { defineOperation } from '../define-operation.js';

export const RETRIEVE_WEBHOOK_KEY = defineOperation('webhooks.retrieveWebhookKey', {
  response: { pick: (body) => String(body['Key']) },
  failureCode: 'webhookerror',
});

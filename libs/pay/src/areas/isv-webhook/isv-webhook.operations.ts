import { defineOperation } from '../define-operation.js';

/** Uses another host and spelling than the merchant's key. */
export const RETRIEVE_ISV_WEBHOOK_KEY = defineOperation('webhook.retrieveWebhookKey', {
  response: { pick: (body) => String(body['key']) },
  failureCode: 'webhookerror',
});

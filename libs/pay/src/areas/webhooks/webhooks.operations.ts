import { defineOperation } from '../define-operation.js';

export const RETRIEVE_WEBHOOK_KEY = defineOperation('webhooks.retrieveWebhookKey', {
  response: { pick: (body) => String(body['Key']) },
  failureCode: 'webhookerror',
});

export const DELETE_SUBSCRIPTION = defineOperation('webhooks.deleteSubscription', {
  response: { kind: 'empty', ignoresMessage: true },
});

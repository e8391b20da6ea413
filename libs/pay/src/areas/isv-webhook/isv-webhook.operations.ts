import { defineOperation } from '../define-operation.js';
import { CreateIsvWebhookOptions } from './isv-webhook.options.generated.js';

/** Has no payload: the service verifies the address before it responds. */
export const CREATE_ISV_WEBHOOK = defineOperation('webhook.create', {
  outcomeLookup: { nothing: 'The service cannot list registrations.' },
  options: { dto: CreateIsvWebhookOptions },
  hints: {
    400: 'The service sends GET to the address first, and expects the key. @PayWebhook() and webhooks.path respond to it; a route with PayWebhookGuard alone needs a GET route.',
  },
});

/** Uses another host and spelling than the merchant's key. */
export const RETRIEVE_ISV_WEBHOOK_KEY = defineOperation('webhook.retrieveWebhookKey', {
  response: { pick: (body) => String(body['key']) },
  failureCode: 'webhookerror',
});

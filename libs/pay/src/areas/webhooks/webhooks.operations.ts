import { defineOperation } from '../../core/operation/operation.js';
import { SubscriptionOptions } from './webhooks.types.js';
import type { SubscriptionReference, WebhookSubscription } from './webhooks.types.js';

export const RETRIEVE_WEBHOOK_KEY = defineOperation<string, 'webhookerror'>()({
  id: 'webhooks.retrieveWebhookKey',
  method: 'GET',
  host: 'web',
  path: '/api/messages/config/token',
  auth: 'basic',
  retry: 'safe',
  answer: {
    kind: 'json',
    required: ['Key'],
    members: { types: { Key: 'text' } },
    pick: (body) => String(body['Key']),
  },
  failureCode: 'webhookerror',
});

export const ADD_SUBSCRIPTION = defineOperation<SubscriptionReference>()({
  id: 'webhooks.addSubscription',
  method: 'POST',
  host: 'api',
  path: '/dataservices/v1/webhooks/subscriptions',
  auth: 'oauth',
  credentials: 'dataServices',
  retry: 'unsafe',
  outcomeLookup: {
    nothing: 'Check the list of subscriptions with webhooks.listSubscriptions.',
  },
  options: { dto: SubscriptionOptions, in: 'json' },
  answer: { kind: 'json', required: ['subscriptionId'], members: { types: { subscriptionId: 'text' } } },
});

export const UPDATE_SUBSCRIPTION = defineOperation<SubscriptionReference>()({
  id: 'webhooks.updateSubscription',
  method: 'PUT',
  host: 'api',
  path: '/dataservices/v1/webhooks/subscriptions/{subscriptionId}',
  parameters: { subscriptionId: 'uuid' },
  auth: 'oauth',
  credentials: 'dataServices',
  retry: 'idempotent',
  options: { dto: SubscriptionOptions, in: 'json' },
  answer: { kind: 'json', required: ['subscriptionId'], members: { types: { subscriptionId: 'text' } } },
});

export const DELETE_SUBSCRIPTION = defineOperation<null>()({
  id: 'webhooks.deleteSubscription',
  method: 'DELETE',
  host: 'api',
  path: '/dataservices/v1/webhooks/subscriptions/{subscriptionId}',
  parameters: { subscriptionId: 'uuid' },
  auth: 'oauth',
  credentials: 'dataServices',
  retry: 'idempotent',
  answer: { kind: 'empty', ignoresMessage: true },
});

export const LIST_SUBSCRIPTIONS = defineOperation<WebhookSubscription[]>()({
  id: 'webhooks.listSubscriptions',
  method: 'GET',
  host: 'api',
  path: '/dataservices/v1/webhooks/subscriptions',
  auth: 'oauth',
  credentials: 'dataServices',
  retry: 'safe',
  answer: {
    kind: 'list',
    required: ['subscriptionId', 'url'],
    members: { types: { subscriptionId: 'text', url: 'text' } },
  },
});

import { defineOperation } from '../define-operation.js';
import { SubscriptionOptions } from './webhooks.types.js';
import type { SubscriptionReference, WebhookSubscription } from '../results.generated.js';

export const RETRIEVE_WEBHOOK_KEY = defineOperation<string, 'webhookerror'>()('webhooks.retrieveWebhookKey', {
  response: {
    kind: 'json',
    required: ['Key'],
    members: { types: { Key: 'text' } },
    pick: (body) => String(body['Key']),
  },
  failureCode: 'webhookerror',
});

export const ADD_SUBSCRIPTION = defineOperation<SubscriptionReference>()('webhooks.addSubscription', {
  outcomeLookup: {
    nothing: 'Check the list of subscriptions with webhooks.listSubscriptions.',
  },
  options: { dto: SubscriptionOptions },
  response: { kind: 'json', required: ['subscriptionId'], members: { types: { subscriptionId: 'text' } } },
});

export const UPDATE_SUBSCRIPTION = defineOperation<SubscriptionReference>()('webhooks.updateSubscription', {
  options: { dto: SubscriptionOptions },
  response: { kind: 'json', required: ['subscriptionId'], members: { types: { subscriptionId: 'text' } } },
});

export const DELETE_SUBSCRIPTION = defineOperation<null>()('webhooks.deleteSubscription', {
  response: { kind: 'empty', ignoresMessage: true },
});

export const LIST_SUBSCRIPTIONS = defineOperation<WebhookSubscription[]>()('webhooks.listSubscriptions', {
  response: {
    kind: 'list',
    required: ['subscriptionId', 'url'],
    members: { types: { subscriptionId: 'text', url: 'text' } },
  },
});

import { defineOperation } from '../define-operation.js';
import { SubscriptionOptions } from './webhooks.options.generated.js';

export const RETRIEVE_WEBHOOK_KEY = defineOperation('webhooks.retrieveWebhookKey', {
  response: { pick: (body) => String(body['Key']) },
  failureCode: 'webhookerror',
});

export const ADD_SUBSCRIPTION = defineOperation('webhooks.addSubscription', {
  outcomeLookup: { nothing: 'Check the list of subscriptions with webhooks.listSubscriptions.' },
  options: { dto: SubscriptionOptions },
});

export const UPDATE_SUBSCRIPTION = defineOperation('webhooks.updateSubscription', {
  options: { dto: SubscriptionOptions },
});

export const DELETE_SUBSCRIPTION = defineOperation('webhooks.deleteSubscription', {
  response: { kind: 'empty', ignoresMessage: true },
});

export const LIST_SUBSCRIPTIONS = defineOperation('webhooks.listSubscriptions');

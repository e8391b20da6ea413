import { defineOperation } from '../define-operation.js';
import { SubscriptionOptions } from './webhooks.types.js';
import type { SubscriptionReference, WebhookSubscription } from '../results.generated.js';

export const RETRIEVE_WEBHOOK_KEY = defineOperation<string, 'webhookerror'>()('webhooks.retrieveWebhookKey', {
  response: { pick: (body) => String(body['Key']) },
  failureCode: 'webhookerror',
});

export const ADD_SUBSCRIPTION = defineOperation<SubscriptionReference>()('webhooks.addSubscription', {
  outcomeLookup: { nothing: 'Check the list of subscriptions with webhooks.listSubscriptions.' },
  options: { dto: SubscriptionOptions },
});

export const UPDATE_SUBSCRIPTION = defineOperation<SubscriptionReference>()('webhooks.updateSubscription', {
  options: { dto: SubscriptionOptions },
});

export const DELETE_SUBSCRIPTION = defineOperation<null>()('webhooks.deleteSubscription', {
  response: { kind: 'empty', ignoresMessage: true },
});

export const LIST_SUBSCRIPTIONS = defineOperation<WebhookSubscription[]>()('webhooks.listSubscriptions');

import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../../http/operation.js';

/** Removes a subscription with its pending deliveries. @see contract/webhook-subscriptions.json webhooks.deleteSubscription */
export const deleteSubscription =
  ({ subscriptions }: Pick<Services, 'subscriptions'>): OperationHandler =>
  ({ path }) => {
    subscriptions.remove(path.subscriptionId ?? '');
    return { status: 200, json: { message: 'Subscription deleted' } };
  };

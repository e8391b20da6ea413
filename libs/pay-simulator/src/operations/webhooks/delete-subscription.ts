import type { AccountServices } from '../../wiring/merchant-services.js';
import { ok, type OperationHandler } from '../../http/operation.js';

/** Removes a subscription with its pending deliveries. @see contract/webhook-subscriptions.json webhooks.deleteSubscription */
export const deleteSubscription =
  ({ subscriptions }: AccountServices): OperationHandler =>
  ({ path }) => {
    subscriptions.remove(path.subscriptionId ?? '');
    return ok({ message: 'Subscription deleted' });
  };

import type { AccountServices } from '../../wiring/merchant-services.js';
import { ok, type OperationHandler } from '../../http/operation.js';
import { readSubscription } from './subscription-terms.js';

/** Replaces a subscription. Later deliveries and retries use the new secret. @see contract/webhook-subscriptions.json webhooks.updateSubscription */
export const updateSubscription =
  ({ subscriptions, hosts }: AccountServices): OperationHandler =>
  ({ path, body }) => {
    const details = readSubscription(body, hosts);
    return ok({ subscriptionId: subscriptions.replace(path.subscriptionId ?? '', details).id });
  };

import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../operation.js';
import { subscriptionTerms } from './subscription-terms.js';

/** Replaces a subscription; deliveries that come later, retries too, have the new secret. @see contract/webhook-subscriptions.json webhooks.updateSubscription */
export const updateSubscription =
  ({ subscriptions }: Pick<Services, 'subscriptions'>): OperationHandler =>
  ({ path, body }) => {
    const terms = subscriptionTerms(body);
    return {
      status: 200,
      json: { subscriptionId: subscriptions.replace(path.subscriptionId ?? '', terms).id },
    };
  };

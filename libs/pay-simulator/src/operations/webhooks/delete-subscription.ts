import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';

/** Removes a subscription with its pending deliveries. @see contract/openapi/webhook-subscriptions.yaml webhooks.deleteSubscription */
export const deleteSubscription: MerchantHandler = ({ subscriptions }, { path }) => {
  subscriptions.remove(path.subscriptionId ?? '');
  return ok({ message: 'Subscription deleted' });
};

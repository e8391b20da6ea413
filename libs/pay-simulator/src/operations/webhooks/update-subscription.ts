import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { readSubscription } from './subscription-terms.js';

/** Replaces a subscription. Later deliveries and retries use the new secret. @see contract/openapi/webhook-subscriptions.yaml webhooks.updateSubscription */
export const updateSubscription: MerchantHandler = ({ subscriptions, hosts }, { path, body }) => {
  const details = readSubscription(body, hosts);
  return ok({ subscriptionId: subscriptions.replace(path.subscriptionId ?? '', details).id });
};

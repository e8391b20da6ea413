import type { UpdateSubscriptionBody } from '../request-values.generated.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { subscriptionOf } from './subscription-terms.js';

/** Replaces a subscription. Later deliveries and retries use the new secret. @see contract/openapi/webhook-subscriptions.yaml webhooks.updateSubscription */
export const updateSubscription: MerchantHandler<UpdateSubscriptionBody> = (
  { subscriptions, hosts },
  { path, body },
) => {
  const details = subscriptionOf(body, hosts);
  return ok({ subscriptionId: subscriptions.replace(path.subscriptionId ?? '', details).id });
};

import type { AddSubscriptionBody } from '../request-values.generated.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { subscriptionOf } from './subscription-terms.js';

/** Registers a receiver of report files without a verification request. @see contract/openapi/webhook-subscriptions.yaml webhooks.addSubscription */
export const addSubscription: MerchantHandler<AddSubscriptionBody> = ({ subscriptions, hosts }, { body }) =>
  ok({ subscriptionId: subscriptions.add(subscriptionOf(body, hosts)).id });

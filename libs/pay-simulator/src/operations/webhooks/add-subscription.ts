import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { readSubscription } from './subscription-terms.js';

/** Registers a receiver of report files without a verification request. @see contract/openapi/webhook-subscriptions.yaml webhooks.addSubscription */
export const addSubscription: MerchantHandler = ({ subscriptions, hosts }, { body }) =>
  ok({ subscriptionId: subscriptions.add(readSubscription(body, hosts)).id });

import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';

/** Lists all subscriptions without their secrets. @see contract/openapi/webhook-subscriptions.yaml webhooks.listSubscriptions */
export const listSubscriptions: MerchantHandler = ({ subscriptions }) =>
  ok(subscriptions.list().map(({ id, url, events }) => ({ subscriptionId: id, url, events })));

import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { membersOf } from '../members-of.js';

/** Lists the webhooks of the merchant. @see contract/openapi/webhook-subscriptions.yaml webhooks.listWebhooks */
export const listWebhooks: MerchantHandler = ({ webhooks }) =>
  ok(webhooks.list().map((webhook) => membersOf('webhooks.listWebhooks', webhook)));

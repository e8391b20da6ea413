import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';

/** Lists the webhooks of the merchant. @see contract/webhook-subscriptions.json webhooks.listWebhooks */
export const listWebhooks: MerchantHandler = ({ webhooks }) =>
  ok(
    webhooks.list().map(({ id, url, eventTypeId, active }) => ({
      Id: id,
      Url: url,
      EventTypeId: eventTypeId,
      Active: active,
    })),
  );

import type { AccountServices } from '../../wiring/merchant-services.js';
import { ok, type OperationHandler } from '../../http/operation.js';

/** Lists the webhooks of the merchant. @see contract/webhook-subscriptions.json webhooks.listWebhooks */
export const listWebhooks =
  ({ webhooks }: AccountServices): OperationHandler =>
  () =>
    ok(
      webhooks.list().map(({ id, url, eventTypeId, active }) => ({
        Id: id,
        Url: url,
        EventTypeId: eventTypeId,
        Active: active,
      })),
    );

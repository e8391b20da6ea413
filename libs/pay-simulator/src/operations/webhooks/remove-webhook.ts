import { refusal } from '../../domain/refusal.js';
import type { AccountServices } from '../../wiring/merchant-services.js';
import type { OperationHandler } from '../../http/operation.js';

/** Removes a webhook of the merchant. @see contract/webhook-subscriptions.json webhooks.removeWebhook */
export const removeWebhook =
  ({ webhooks }: AccountServices): OperationHandler =>
  ({ path }) => {
    if (!webhooks.remove(path.webhookId ?? '', 'outside')) throw refusal(404, 'Webhook was not found');
    return { status: 200 };
  };

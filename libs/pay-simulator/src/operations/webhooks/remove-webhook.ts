import { refusal } from '../../domain/refusal.js';
import type { MerchantHandler } from '../handler.js';

/** Removes a webhook of the merchant. @see contract/openapi/webhook-subscriptions.yaml webhooks.removeWebhook */
export const removeWebhook: MerchantHandler = ({ webhooks }, { path }) => {
  if (!webhooks.remove(path.webhookId ?? '', 'outside')) throw refusal(404, 'Webhook was not found');
  return { status: 200 };
};

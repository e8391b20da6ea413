import type { CreateWebhookBody } from '../request-values.generated.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler, WaitingHandler } from '../handler.js';
import { register } from '../webhooks/register-webhook.js';

/** Event types that the plugin's webhook handles: a payment, and a failed payment. */
const EVENT_TYPE_IDS = [1796, 1798];

/** Registers a shop's webhook after verifying its address. A known address stays one webhook. @see contract/openapi/plugins.yaml plugins.createWebhook */
export const createWebhook: WaitingHandler<CreateWebhookBody> = async ({ webhooks }, { body }) => {
  const { url } = body;
  const isKnown = (eventTypeId: number): boolean =>
    webhooks.list().some((webhook) => webhook.url === url && webhook.eventTypeId === eventTypeId);
  const eventTypeIds = EVENT_TYPE_IDS.filter((id) => !isKnown(id));
  if (eventTypeIds.length > 0) await register(webhooks, { url, eventTypeIds, keyName: 'key' });
  return ok({ url });
};

/** Returns the key for the verification request. @see contract/openapi/plugins.yaml plugins.getWebhookToken */
export const getWebhookToken: MerchantHandler = ({ account }) => ok({ key: account.webhookKey });

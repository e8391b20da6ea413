import { WebhookLimitReached, WebhookNotVerified } from '../../deliveries/webhooks.js';
import { refusal } from '../../domain/refusal.js';
import { BadRequest } from '../../http/fields.js';
import type { WaitingHandler } from '../handler.js';

/** Event ID for an event type with the maximum number of webhooks. @see contract/webhook-subscriptions.json webhook.create */
const LIMIT_REACHED = 3732;

/** Registers a webhook of the ISV after verifying its address. @see contract/webhook-subscriptions.json webhook.create */
export const createIsvWebhook: WaitingHandler = async ({ isvWebhooks }, { body }) => {
  const url = body.text('url', { min: 1, required: true });
  const eventTypeId = body.integer('eventTypeId', { required: true });
  body.check();
  try {
    await isvWebhooks.register({ url, eventTypeIds: [eventTypeId] }, 'outside');
    return { status: 204 };
  } catch (error) {
    if (error instanceof WebhookLimitReached)
      throw refusal(400, 'SecurityCreateWebhookFailedLimitReached', LIMIT_REACHED);
    if (error instanceof WebhookNotVerified || error instanceof RangeError)
      throw new BadRequest(error.message);
    throw error;
  }
};

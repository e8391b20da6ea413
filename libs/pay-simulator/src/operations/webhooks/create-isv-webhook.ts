import type { CreateBody } from '../request-values.generated.js';
import { WebhookLimitReached } from '../../deliveries/webhooks.js';
import { refusal } from '../../domain/refusal.js';
import type { WaitingHandler } from '../handler.js';
import { register } from './register-webhook.js';

/** Event ID for an event type with the maximum number of webhooks. @see contract/openapi/webhook-subscriptions.yaml webhook.create */
const LIMIT_REACHED = 3732;

/** Registers a webhook of the ISV after verifying its address. @see contract/openapi/webhook-subscriptions.yaml webhook.create */
export const createIsvWebhook: WaitingHandler<CreateBody> = async ({ isvWebhooks }, { body }) => {
  const { url, eventTypeId } = body;
  if (!isvWebhooks.eventTypes.includes(eventTypeId))
    throw refusal(400, 'IsvCreateWebhookFailedInvalidEventTypeId');
  try {
    await register(isvWebhooks, { url, eventTypeIds: [eventTypeId] });
    return { status: 204 };
  } catch (error) {
    if (!(error instanceof WebhookLimitReached)) throw error;
    throw refusal(400, 'SecurityCreateWebhookFailedLimitReached', LIMIT_REACHED);
  }
};

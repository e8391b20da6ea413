import { WebhookNotVerified } from '../../deliveries/webhooks.js';
import { BadRequest } from '../../http/fields.js';
import { ok } from '../../http/operation.js';
import type { WaitingHandler } from '../handler.js';

/** Registers a webhook of the merchant after verifying its address. @see contract/webhook-subscriptions.json webhooks.registerWebhook */
export const registerWebhook: WaitingHandler = async ({ webhooks }, { body }) => {
  body.require('Url', 'EventTypeId');
  const url = body.text('Url', { min: 1 }) ?? '';
  const eventTypeIds = [body.integer('EventTypeId') ?? 0];
  const active = body.boolean('IsActive') ?? true;
  body.check();
  try {
    const [saved] = await webhooks.register({ url, eventTypeIds, active }, 'outside');
    return ok({ Id: saved?.id ?? null, Active: active });
  } catch (error) {
    if (error instanceof WebhookNotVerified || error instanceof RangeError)
      throw new BadRequest(error.message);
    throw error;
  }
};

import { WebhookNotVerified } from '../../deliveries/webhooks.js';
import { BadRequest } from '../../http/fields.js';
import { ok } from '../../http/operation.js';
import type { WaitingHandler } from '../handler.js';

/** Registers a webhook of the merchant after verifying its address. @see contract/webhook-subscriptions.json webhooks.registerWebhook */
export const registerWebhook: WaitingHandler = async ({ webhooks }, { body }) => {
  const registration = body.checked({
    url: body.text('Url', { min: 1, required: true }),
    eventTypeIds: [body.integer('EventTypeId', { required: true })],
    active: body.boolean('IsActive') ?? true,
  });
  try {
    const [saved] = await webhooks.register(registration, 'outside');
    return ok({ Id: saved?.id ?? null, Active: registration.active });
  } catch (error) {
    if (error instanceof WebhookNotVerified || error instanceof RangeError)
      throw new BadRequest(error.message);
    throw error;
  }
};

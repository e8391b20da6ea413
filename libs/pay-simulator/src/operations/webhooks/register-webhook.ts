import { WebhookNotVerified, type WebhookRegistration, type Webhooks } from '../../deliveries/webhooks.js';
import { BadRequest } from '../../http/fields.js';
import { ok } from '../../http/operation.js';
import type { WaitingHandler } from '../handler.js';
import { readReceiver } from '../field-kinds.js';

/** Registers a webhook of the merchant after verifying its address. @see contract/openapi/webhook-subscriptions.yaml webhooks.registerWebhook */
export const registerWebhook: WaitingHandler = async ({ webhooks }, { body }) => {
  const registration = body.checked({
    url: readReceiver(body, 'Url'),
    eventTypeIds: [body.integer('EventTypeId', { required: true })],
    active: body.boolean('IsActive') ?? true,
  });
  const [saved] = await register(webhooks, registration);
  return ok({ Id: saved?.id ?? null, Active: registration.active });
};

/** Registers webhooks. @throws BadRequest if the address is not verified or a value is invalid. */
export async function register(
  webhooks: Webhooks,
  registration: WebhookRegistration,
): ReturnType<Webhooks['register']> {
  try {
    return await webhooks.register(registration, 'outside');
  } catch (error) {
    if (error instanceof WebhookNotVerified || error instanceof RangeError)
      throw new BadRequest(error.message);
    throw error;
  }
}

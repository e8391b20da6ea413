import type { RegisterWebhookBody } from '../request-values.generated.js';
import { WebhookNotVerified, type WebhookRegistration, type Webhooks } from '../../deliveries/webhooks.js';
import { BadRequest } from '../../http/bad-request.js';
import { ok } from '../../http/operation.js';
import type { WaitingHandler } from '../handler.js';

/** Registers a webhook of the merchant after verifying its address. @see contract/openapi/webhook-subscriptions.yaml webhooks.registerWebhook */
export const registerWebhook: WaitingHandler<RegisterWebhookBody> = async ({ webhooks }, { body }) => {
  const { Url: url, EventTypeId, IsActive: active = true } = body;
  const [saved] = await register(webhooks, { url, eventTypeIds: [EventTypeId], active });
  return ok({ Id: saved?.id ?? null, Active: active });
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

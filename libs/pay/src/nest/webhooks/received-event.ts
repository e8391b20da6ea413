import type { PayWebhookEvent } from '../../webhooks/event.types.js';

/**
 * How an event was confirmed:
 * - `api`: the resource that it names was read back from the service and agrees;
 * - `signature`: the delivery was signed with a secret of yours;
 * - `none`: not at all. Anyone who can post from a source address can have made it up.
 */
export type PayConfirmation = 'api' | 'signature' | 'none';

/**
 * An event as handlers get it. Confirmed are the transaction or order that it names, its order code, amount, currency,
 * state and merchant reference; other members are as they were posted.
 */
export type ReceivedPayEvent<Type extends number | null = number | null> = PayWebhookEvent<Type> & {
  confirmedBy: PayConfirmation;
};

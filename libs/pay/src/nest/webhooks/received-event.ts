import type { PayNamedMembers } from '../../webhooks/event-shape.js';
import type { PayWebhookEvent } from '../../webhooks/event.types.js';
import type { PayEventPayloads } from '../../webhooks/payloads/index.js';

/**
 * How an event was confirmed:
 * - `api`: the resource that it names was read back from the service and agrees;
 * - `signature`: the delivery was signed with a secret of yours;
 * - `none`: not at all. Anyone who can post from a source address can have made it up.
 */
export type PayConfirmation = 'api' | 'signature' | 'none';

/**
 * An event as handlers get it. Confirmed are the transaction or order that it names, its order code, amount, currency,
 * state and merchant reference; other members are as they were posted. The members of {@link PayNamedMembers} are always there.
 */
export type ReceivedPayEvent<Type extends number | null = number | null> = PayWebhookEvent<Type> & {
  confirmedBy: PayConfirmation;
} & NamedMembers<Type>;

/** What the guard insists on is there. */
type NamedMembers<Type> = Type extends keyof PayNamedMembers
  ? { data: { [Member in PayNamedMembers[Type]]: NonNullable<PayEventPayloads[Type][Member]> } }
  : unknown;

import type { PayEventName, PayReconciledEventName } from './event-types.js';
import type { PayEventPayloads } from './payloads/index.js';

/** Payload of an event type that is not known. */
export type UnknownPayEventPayload = Record<string, unknown>;

interface WebhookEvent<Type extends number | null> {
  /** Event type; null when the delivery does not say and its shape tells nothing. */
  eventTypeId: Type;
  /** Name of the event type; null when it is not known. */
  name: PayEventName | PayReconciledEventName | null;
  /** What happened. Decimals in MAJOR units, but integers in MINOR units in the POS events 1802 and 1803. */
  data: Type extends keyof PayEventPayloads ? PayEventPayloads[Type] : UnknownPayEventPayload;
  /** The service's id of the message; null without an envelope. */
  messageId: string | null;
  /** Trace id: quote it to the service's support. */
  correlationId: string | null;
  /** When the notification was first created, UTC; the same on retries; null without an envelope. */
  created: string | null;
  /** Account that receives the webhook: a merchant id or a person id, depending on the event. */
  recipientId: string | null;
  /** 512 for webhooks. */
  messageTypeId: number | null;
  /** Delivery retries so far; null when the delivery does not say. */
  retryCount: number | null;
  /** Delay before this retry, in seconds. */
  retryDelayInSeconds: number | null;
  /** Id of a signed delivery, from its header. Not covered by the signature. */
  deliveryId: string | null;
  /** The registered address that this delivery is for. */
  url: string | null;
  /** The key to recognise the same event by when it is delivered again: see `payWebhookDedupeKey`. */
  idempotencyKey: string;
}

/**
 * A delivery, read but not yet confirmed: anyone can post one. Name the event types to have `data` typed:
 * `PayWebhookEvent<typeof PayEventType.TransactionPaymentCreated>`.
 */
export type PayWebhookEvent<Type extends number | null = number | null> = Type extends unknown
  ? WebhookEvent<Type>
  : never;

/** Whether an event is of one of these types; narrows `data` to their payloads. */
export function isPayEvent<Type extends keyof PayEventPayloads>(
  event: PayWebhookEvent,
  ...types: readonly Type[]
): event is PayWebhookEvent<Type> {
  return types.some((type) => type === event.eventTypeId);
}

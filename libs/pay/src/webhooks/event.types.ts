import type { PayEventName, PayEventType, PayReconciledEventName } from './event-types.js';
import type { PayEventPayloads } from './payloads.generated.js';

/** Payload of an unknown event type. */
export type UnknownPayEventPayload = Record<string, unknown>;

interface WebhookEvent<Type extends number | null> {
  /** Event type; null if the delivery has no EventTypeId and its members do not show the type. */
  eventTypeId: Type;
  /** Name of the event type; null if the type is unknown. */
  name: PayEventName | PayReconciledEventName | null;
  /** Payload. Amounts are decimals in MAJOR units; in the POS events 1802 and 1803 they are integers in MINOR units. */
  data: Type extends keyof PayEventPayloads ? PayEventPayloads[Type] : UnknownPayEventPayload;
  /** ID of the message; null without an envelope. */
  messageId: string | null;
  /** Trace ID. Quote it when you contact the service's support. */
  correlationId: string | null;
  /** When the notification was first created, UTC; the same on retries; null without an envelope. */
  created: string | null;
  /** Account that receives the webhook: a merchant ID or a person ID, depending on the event. */
  recipientId: string | null;
  /** 512 for webhooks. */
  messageTypeId: number | null;
  /** Number of delivery retries so far; null if the delivery does not contain it. */
  retryCount: number | null;
  /** Delay before this retry, in seconds. */
  retryDelayInSeconds: number | null;
  /** ID of a signed delivery, from its header. Not covered by the signature. */
  deliveryId: string | null;
  /** The registered address that this delivery is for. */
  url: string | null;
  /** Deduplication key of the event: see `payWebhookDedupeKey`. */
  idempotencyKey: string;
}

/**
 * An event that was read from a delivery but not confirmed: anyone can post a delivery. The type parameter sets the type of
 * `data`: `PayWebhookEvent<typeof PayEventType.TransactionPaymentCreated>`.
 */
export type PayWebhookEvent<Type extends number | null = number | null> = Type extends unknown
  ? WebhookEvent<Type>
  : never;

/** An event before its key is computed. */
export type UnkeyedPayWebhookEvent = Omit<PayWebhookEvent, 'idempotencyKey'>;

/** Returns whether an event has one of these types, and narrows `data` to their payloads. */
export function isPayEvent<Type extends keyof PayEventPayloads>(
  event: PayWebhookEvent,
  ...types: readonly Type[]
): event is PayWebhookEvent<Type> {
  return types.some((type) => type === event.eventTypeId);
}

/** Envelope members of an event that has no envelope. */
export const NO_ENVELOPE = {
  messageId: null,
  correlationId: null,
  created: null,
  recipientId: null,
  messageTypeId: null,
  retryCount: null,
  retryDelayInSeconds: null,
  deliveryId: null,
  url: null,
} as const;

/** A problem with a delivery. It contains no secret, and no payload value except an amount or a state. */
export interface PayWebhookIssue {
  /** `missing`: the field is absent; `mismatch`: it is not the expected value; `invalid`: it cannot be used. */
  code: 'missing' | 'mismatch' | 'invalid';
  /** Name of the payload member, header or option. */
  field: string;
  message: string;
}

export function issueOf(code: PayWebhookIssue['code'], field: string, message: string): PayWebhookIssue {
  return { code, field, message };
}

/**
 * Members that an event of a type must have, because a handler cannot use or confirm it without them. Types with
 * undocumented members are not listed, so that a genuine event with other members is not lost.
 */
export interface PayNamedMembers {
  [PayEventType.TransactionPaymentCreated]: TransactionMember;
  [PayEventType.TransactionReversalCreated]: TransactionMember;
  [PayEventType.TransactionFailed]: TransactionMember;
  [PayEventType.OrderUpdated]: 'OrderCode' | 'OrderCodeText' | 'IsCancelled';
}
type TransactionMember = 'OrderCode' | 'OrderCodeText' | 'TransactionId' | 'StatusId' | 'Amount';

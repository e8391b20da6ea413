import { RETRY_POLICY } from '../domain/contract.generated.js';
import { writeJson, type JsonValue } from '../domain/wire-json.js';
import type { Webhook } from './webhooks.js';

/** Events whose documented samples are flat: the members at the root, nothing else. @see contract/legacy-misc.json events */
const WITHOUT_ENVELOPE = new Set([5632, 5633]);

/** One notification for one webhook: what stays the same over its attempts. */
export interface Message {
  readonly eventTypeId: number;
  readonly eventData: Readonly<Record<string, JsonValue>>;
  /** UTC with seven fraction digits. */
  readonly created: string;
  readonly correlationId: string;
  readonly messageId: string;
  readonly recipientId: string;
}

/** One POST to the receiver. */
export interface DeliveryAttempt {
  /** Virtual time, milliseconds. */
  readonly at: number;
  /** The body that was sent. */
  readonly request: string;
  /** HTTP status of the answer; null when there was none. */
  readonly status: number | null;
  readonly response: string | null;
  /** Real milliseconds. */
  readonly durationMs: number;
  /** `time-out` or the connection's error code. */
  readonly error: string | null;
}

/** Where a delivery stands. `waiting`: the next attempt is planned; `failed`: the last attempt was not answered with 2xx. */
export type DeliveryState = 'held' | 'waiting' | 'sending' | 'delivered' | 'failed' | 'dropped';

/** A delivery with all that was tried. */
export interface Delivery {
  readonly id: string;
  readonly webhook: Webhook;
  readonly message: Message;
  /** Delivery that this one repeats. */
  readonly duplicateOf: string | null;
  readonly state: DeliveryState;
  /** When the next attempt is due, virtual time in milliseconds. */
  readonly dueAt: number | null;
  readonly attempts: readonly DeliveryAttempt[];
}

/** The text of an attempt's body: the envelope, with the number of retries so far. @see contract/webhook-events.json envelope */
export function envelopeText(
  message: Message,
  url: string,
  retryCount: number,
  messageId = message.messageId,
): string {
  const retries = {
    RetryCount: retryCount,
    RetryDelayInSeconds: retryCount === 0 ? null : RETRY_POLICY.intervalSeconds,
  };
  if (WITHOUT_ENVELOPE.has(message.eventTypeId)) return writeJson({ ...message.eventData, ...retries });
  return writeJson({
    Url: url,
    EventData: message.eventData,
    Created: message.created,
    CorrelationId: message.correlationId,
    EventTypeId: message.eventTypeId,
    Delay: null,
    ...retries,
    MessageId: messageId,
    RecipientId: message.recipientId,
    MessageTypeId: 512,
  });
}

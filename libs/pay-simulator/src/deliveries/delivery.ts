import { RETRY_POLICY } from '../domain/contract.generated.js';
import { writeJson, type JsonValue } from '../domain/wire-json.js';
import type { PostResult } from './send.js';
import type { Webhook } from './webhooks.js';

/** Events without an envelope: their members are at the root of the body. @see contract/behaviour/legacy-misc.yaml events */
const WITHOUT_ENVELOPE = new Set([5632, 5633]);

/** Content of a delivery that is the same in each attempt. */
export interface Message {
  readonly eventTypeId: number;
  readonly eventData: Readonly<Record<string, JsonValue>>;
  /** UTC with seven fraction digits. */
  readonly created: string;
  readonly correlationId: string;
  readonly messageId: string;
  readonly recipientId: string;
}

/** A POST request to the receiver. */
export interface DeliveryAttempt extends PostResult {
  /** Virtual time of the attempt. */
  readonly at: number;
  /** Request body. */
  readonly request: string;
  /** Real milliseconds. */
  readonly durationMs: number;
}

/** Returns whether a receiver accepted a delivery: it responded with 2xx. */
export const isAccepted = ({ status }: Pick<DeliveryAttempt, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300;

/** Returns whether the receiver did not accept the last attempt. */
export function hasFailed({
  attempts,
}: {
  readonly attempts: readonly Pick<DeliveryAttempt, 'status'>[];
}): boolean {
  const last = attempts.at(-1);
  return last !== undefined && !isAccepted(last);
}

/** State of a delivery. `waiting`: the next attempt is planned. `failed`: no attempts are left. */
export type DeliveryState = 'held' | 'waiting' | 'sending' | 'delivered' | 'failed' | 'dropped';

/** A delivery with its attempts. */
export interface Delivery {
  readonly id: string;
  readonly webhook: Webhook;
  readonly message: Message;
  /** ID of the duplicated delivery. */
  readonly duplicateOf: string | null;
  readonly state: DeliveryState;
  /** Virtual time of the next attempt. */
  readonly dueAt: number | null;
  readonly attempts: readonly DeliveryAttempt[];
}

/** What lists count and filter by, without the message and the attempts. */
export interface DeliverySummary extends Pick<Delivery, 'id' | 'state' | 'dueAt'> {
  readonly eventTypeId: number;
  /** Code of the event's order, or null. Events of a terminal have code 0 without a transaction. */
  readonly orderCode: string | null;
  /** Virtual time of the first attempt, or of the event without one. */
  readonly createdAt: number;
  readonly attempts: number;
  /** Whether the receiver did not accept the last attempt. */
  readonly hasFailed: boolean;
}

/** Returns the code of an event's order, or null. Events of a terminal have code 0 without a transaction. */
export function orderCodeOf({ eventData }: Pick<Message, 'eventData'>): string | null {
  const { OrderCode } = eventData;
  const code = OrderCode === undefined ? '' : writeJson(OrderCode).replaceAll('"', '');
  return /^[1-9]\d*$/.test(code) ? code : null;
}

/** Serializes the body of an attempt: the envelope with the number of retries. @see contract/webhooks.yaml envelope */
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

import { isObject } from '../core/values/plain-data.js';
import {
  DELIVERY_ID_HEADER,
  EVENT_HEADER,
  readHeader,
  RETRY_COUNT_HEADER,
  RETRY_DELAY_HEADER,
} from './webhook-headers.js';
import type { PayWebhookHeaders } from './webhook-headers.js';
import { readInteger, readText } from './wire-values.js';

/** Metadata of a delivery. A member is null if the delivery does not contain it. */
export interface PayWebhookIdentity {
  eventTypeId: number | null;
  messageId: string | null;
  correlationId: string | null;
  /** Created of the body. */
  created: string | null;
  /** Number of retries so far, from the body or else from the header. */
  retryCount: number | null;
  /** Delay before the retry in seconds, from the body or else from the header. */
  retryDelayInSeconds: number | null;
  recipientId: string | null;
  messageTypeId: number | null;
  /** Delivery ID from the header of a signed delivery. */
  deliveryId: string | null;
  /** Event name from the header of a signed delivery. */
  event: string | null;
}

/**
 * Reads the metadata of a delivery. Never throws; all members are null if the body is not a JSON object.
 *
 * @param payload - Parsed body.
 */
export function extractPayWebhookIdentity(
  payload: unknown,
  headers: PayWebhookHeaders = {},
): PayWebhookIdentity {
  const body = isObject(payload) ? payload : {};
  return {
    eventTypeId: readInteger(body.EventTypeId),
    ...readPayWebhookEnvelope(body, headers),
    event: readText(readHeader(headers, EVENT_HEADER)),
  };
}

/** Reads the members of an envelope, and the headers that stand for them. */
export function readPayWebhookEnvelope(
  body: Record<string, unknown>,
  headers: PayWebhookHeaders,
): Omit<PayWebhookIdentity, 'eventTypeId' | 'event'> {
  return {
    messageId: readText(body.MessageId),
    correlationId: readText(body.CorrelationId),
    created: readText(body.Created),
    retryCount: readInteger(body.RetryCount) ?? readInteger(readHeader(headers, RETRY_COUNT_HEADER)),
    retryDelayInSeconds:
      readInteger(body.RetryDelayInSeconds) ?? readInteger(readHeader(headers, RETRY_DELAY_HEADER)),
    recipientId: readText(body.RecipientId),
    messageTypeId: readInteger(body.MessageTypeId),
    deliveryId: readText(readHeader(headers, DELIVERY_ID_HEADER)),
  };
}

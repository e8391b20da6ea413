import { DELIVERY_ID_HEADER, readHeader, RETRY_COUNT_HEADER, RETRY_DELAY_HEADER } from './webhook-headers.js';
import type { PayWebhookHeaders } from './webhook-headers.js';
import { readInteger, readText } from './wire-values.js';

/** Metadata of a delivery. A member is null if the delivery does not contain it. */
export interface PayWebhookIdentity {
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
}

/** Reads the members of an envelope, and the headers that stand for them. */
export function readPayWebhookEnvelope(
  body: Record<string, unknown>,
  headers: PayWebhookHeaders,
): PayWebhookIdentity {
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

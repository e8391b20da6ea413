import { isObject } from '../core/values/plain-data.js';
import {
  DELIVERY_ID_HEADER,
  EVENT_HEADER,
  readHeader,
  RETRY_COUNT_HEADER,
  RETRY_DELAY_HEADER,
} from './webhook-headers.js';
import type { PayWebhookHeaders } from './webhook-headers.js';
import { readInteger, readText, unwrapEventData } from './wire-values.js';
import type { PayWebhookIssue } from './event.types.js';

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

/** Part of a delivery that an idempotency key comes from. */
export type PayWebhookKeySource = 'envelope' | 'headers' | 'eventData';

/** Idempotency key of a delivery, and the field that it comes from. */
export type PayWebhookIdempotencyKey =
  | { success: true; key: string; field: string; source: PayWebhookKeySource; warnings: PayWebhookIssue[] }
  | { success: false; key: null; field: null; source: null; warnings: PayWebhookIssue[] };

const EVENT_DATA_IDS = [
  'TransactionId',
  'OrderCode',
  'TransferId',
  'ObligationId',
  'CaptureId',
  'ConnectedAccountId',
  'PersonId',
  'SessionId',
  'CommandId',
  'BankTransferId',
] as const;

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

/**
 * Returns the first ID of a delivery: MessageId, the delivery ID header, or an ID from the payload. Never throws.
 *
 * Use it only to interoperate with receivers that store these keys; prefer `payWebhookDedupeKey`. This function assumes
 * that a retry keeps MessageId, which is not documented. Different events can share a payload ID, which adds a warning.
 *
 * @param payload - Parsed body.
 */
export function getPayWebhookIdempotencyKey(
  payload: unknown,
  headers: PayWebhookHeaders = {},
): PayWebhookIdempotencyKey {
  const { messageId, deliveryId } = extractPayWebhookIdentity(payload, headers);
  if (messageId !== null) return found(messageId, 'MessageId', 'envelope', []);
  if (deliveryId !== null) return found(deliveryId, DELIVERY_ID_HEADER, 'headers', []);
  const data = unwrapEventData(payload) ?? {};
  for (const field of EVENT_DATA_IDS) {
    const id = readText(data[field]);
    if (id !== null) return found(id, field, 'eventData', bareIdWarnings(field, data[field]));
  }
  const message = 'the delivery has no MessageId, no delivery ID header and no ID in its payload';
  return {
    success: false,
    key: null,
    field: null,
    source: null,
    warnings: [{ code: 'missing', field: 'idempotencyKey', message }],
  };
}

function found(
  key: string,
  field: string,
  source: PayWebhookKeySource,
  warnings: PayWebhookIssue[],
): PayWebhookIdempotencyKey {
  return { success: true, key, field, source, warnings };
}

function bareIdWarnings(field: string, id: unknown): PayWebhookIssue[] {
  const shared = `${field} alone can be the same in different events: use payWebhookDedupeKey`;
  const warnings: PayWebhookIssue[] = [{ code: 'invalid', field, message: shared }];
  if (typeof id === 'number' && !Number.isSafeInteger(id)) {
    warnings.push({ code: 'invalid', field, message: `${field} was rounded when the body was parsed` });
  }
  return warnings;
}

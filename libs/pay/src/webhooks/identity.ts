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
import type { PayWebhookIssue } from './webhook-issue.js';

/** What a delivery says about itself. Null for what it does not say. */
export interface PayWebhookIdentity {
  eventTypeId: number | null;
  messageId: string | null;
  correlationId: string | null;
  /** The body's Created. */
  created: string | null;
  /** Retries so far: from the body, else from the header. */
  retryCount: number | null;
  /** Delay before the retry, in seconds: from the body, else from the header. */
  retryDelayInSeconds: number | null;
  recipientId: string | null;
  messageTypeId: number | null;
  /** Header of a signed delivery. */
  deliveryId: string | null;
  /** Event name in the header of a signed delivery. */
  event: string | null;
}

/** Where an idempotency key was found. */
export type PayWebhookKeySource = 'envelope' | 'headers' | 'eventData';

/** The key to recognise a repeated delivery by, and where it comes from. */
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
 * Reads what a delivery says about itself. Never throws; anything that is no JSON object says nothing.
 *
 * @param payload the parsed body.
 */
export function extractPayWebhookIdentity(
  payload: unknown,
  headers: PayWebhookHeaders = {},
): PayWebhookIdentity {
  const body = isObject(payload) ? payload : {};
  return {
    eventTypeId: readInteger(body.EventTypeId),
    messageId: readText(body.MessageId),
    correlationId: readText(body.CorrelationId),
    created: readText(body.Created),
    retryCount: readInteger(body.RetryCount) ?? readInteger(readHeader(headers, RETRY_COUNT_HEADER)),
    retryDelayInSeconds:
      readInteger(body.RetryDelayInSeconds) ?? readInteger(readHeader(headers, RETRY_DELAY_HEADER)),
    recipientId: readText(body.RecipientId),
    messageTypeId: readInteger(body.MessageTypeId),
    deliveryId: readText(readHeader(headers, DELIVERY_ID_HEADER)),
    event: readText(readHeader(headers, EVENT_HEADER)),
  };
}

/**
 * The first id that a delivery has: MessageId, the delivery id header, else an id from the payload. Never throws.
 *
 * For interoperability with receivers that store such keys. It relies on MessageId being kept on retries, which is not
 * documented, and a bare payload id is shared by different events (a warning says so): the library itself uses
 * `payWebhookDedupeKey`.
 *
 * @param payload the parsed body.
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
  const message = 'the delivery has no MessageId, no delivery id header and no id in its payload';
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
  const shared = `${field} alone can be the same in different events: prefer payWebhookDedupeKey`;
  const warnings: PayWebhookIssue[] = [{ code: 'invalid', field, message: shared }];
  if (typeof id === 'number' && !Number.isSafeInteger(id)) {
    warnings.push({ code: 'invalid', field, message: `${field} was rounded when the body was parsed` });
  }
  return warnings;
}

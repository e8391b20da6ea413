import { ExactJsonError, parseExactJson } from '../core/values/exact-json.js';
import type { ExactJsonLimits, ExactJsonProblem } from '../core/values/exact-json.js';
import { addExactTexts } from '../core/values/int64.js';
import { ORDER_CODE_TEXTS } from '../areas/order-code.js';
import { isObject } from '../core/values/plain-data.js';
import { payWebhookDedupeKey } from './dedupe-key.js';
import { getPayEventName, PayEventType } from './event-types.js';
import type { PayWebhookEvent } from './event.types.js';
import { extractPayWebhookIdentity } from './identity.js';
import { EVENT_HEADER, readHeader, SALE_TRANSACTIONS_EVENT } from './webhook-headers.js';
import type { PayWebhookHeaders } from './webhook-headers.js';
import { readInteger, readText, unwrapEventData } from './wire-values.js';

/** Reason why a body could not be read. */
export type PayWebhookReadProblem = ExactJsonProblem | 'not-an-object';

/** The event, or the reason why the body could not be read. */
export type PayWebhookReading = Reading<PayWebhookEvent>;

/** An event before its key is computed. */
export type UnkeyedPayWebhookEvent = Omit<PayWebhookEvent, 'idempotencyKey'>;

type Reading<Event> =
  | { success: true; event: Event }
  | { success: false; reason: PayWebhookReadProblem; message: string };

/** A webhook request. */
export interface PayWebhookRequest {
  /** The unparsed body, byte for byte. */
  rawBody: string | Uint8Array;
  headers?: PayWebhookHeaders;
  /** Maximum size and depth of the body. */
  limits?: ExactJsonLimits;
}

/**
 * Reads a delivery of any event type, with or without an envelope. Numbers are exact: an OrderCode above 2^53 − 1 is not
 * rounded. Never throws.
 *
 * The event is not confirmed: payment webhooks are unsigned, so anyone can post one.
 *
 * @see https://developer.viva.com/webhooks-for-payments
 */
export function readPayWebhook(request: PayWebhookRequest): PayWebhookReading {
  const reading = readUnkeyedPayWebhook(request);
  if (!reading.success) return reading;
  const { event } = reading;
  return { success: true, event: { ...event, idempotencyKey: payWebhookDedupeKey(event) } };
}

/** Reads a delivery as {@link readPayWebhook}, without a key. An endpoint's own key depends on its account. */
export function readUnkeyedPayWebhook(request: PayWebhookRequest): Reading<UnkeyedPayWebhookEvent> {
  let body: unknown;
  try {
    body = parseBody(request);
  } catch (error) {
    if (error instanceof ExactJsonError)
      return { success: false, reason: error.reason, message: error.message };
    throw error;
  }
  if (!isObject(body)) {
    return { success: false, reason: 'not-an-object', message: 'the body must be a JSON object' };
  }
  return { success: true, event: toEvent(addExactTexts(body, ORDER_CODE_TEXTS), request.headers ?? {}) };
}

function parseBody({ rawBody, limits }: PayWebhookRequest): unknown {
  if (typeof rawBody !== 'string' && !(rawBody instanceof Uint8Array)) {
    throw new ExactJsonError('malformed', 'rawBody must be the unparsed body, as bytes or a string');
  }
  return parseExactJson(rawBody, limits);
}

function toEvent(body: Record<string, unknown>, headers: PayWebhookHeaders): UnkeyedPayWebhookEvent {
  const identity = extractPayWebhookIdentity(body, headers);
  const data = unwrapEventData(body) ?? body;
  const eventTypeId = detectEventType(body, headers);
  return {
    eventTypeId,
    name: getPayEventName(eventTypeId),
    data,
    messageId: identity.messageId,
    correlationId: identity.correlationId,
    // Without an envelope, Created is the time of the resource, not of the notification.
    created: data === body ? null : identity.created,
    recipientId: identity.recipientId,
    messageTypeId: identity.messageTypeId,
    retryCount: identity.retryCount,
    retryDelayInSeconds: identity.retryDelayInSeconds,
    deliveryId: identity.deliveryId,
    url: readText(body.Url),
  };
}

/**
 * Returns the event type of a body: its EventTypeId, or the type that the header or the members show. The events 7936,
 * 5632 and 5633 have no envelope. Returns null if the type is unknown.
 *
 * @see https://developer.viva.com/webhooks-for-payments/sale-transactions
 * @see https://developer.viva.com/webhooks-for-payments/obligation-captured
 */
function detectEventType(body: Record<string, unknown>, headers: unknown): number | null {
  const stated = readInteger(body.EventTypeId);
  if (stated !== null) return stated;
  if (readHeader(headers, EVENT_HEADER) === SALE_TRANSACTIONS_EVENT) return PayEventType.SaleTransactions;
  const data = unwrapEventData(body) ?? body;
  if (isText(data.Link) && isText(data.FileType)) return PayEventType.SaleTransactions;
  return isText(data.ObligationId) ? detectObligationType(data) : null;
}

function detectObligationType(data: Record<string, unknown>): number | null {
  if (isText(data.CaptureId)) return PayEventType.ObligationCaptured;
  // A cancellation also sets Completed, and has no event type. Reporting either type would report money that did not move.
  if (isText(data.CancellationId)) return null;
  return isText(data.Completed) || data.Completed === true
    ? PayEventType.ObligationCaptured
    : PayEventType.ObligationCreated;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

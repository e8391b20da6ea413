import { ExactJsonError, parseExactJson } from '../core/values/exact-json.js';
import type { ExactJsonLimits, ExactJsonProblem } from '../core/values/exact-json.js';
import { withOrderCodeText } from '../core/values/order-code.js';
import { isObject } from '../core/values/plain-data.js';
import { payWebhookDedupeKey } from './dedupe-key.js';
import { recogniseEventType } from './event-recognition.js';
import { getPayEventName } from './event-types.js';
import type { PayWebhookEvent } from './event.types.js';
import { extractPayWebhookIdentity } from './identity.js';
import type { PayWebhookHeaders } from './webhook-headers.js';
import { readText, unwrapEventData } from './wire-values.js';

/** Why a body is no delivery of the service. */
export type PayWebhookReadProblem = ExactJsonProblem | 'not-an-object';

/** The event, or why the body could not be read as one. */
export type PayWebhookReading = Reading<PayWebhookEvent>;

/** An event before its key is computed. */
export type UnkeyedPayWebhookEvent = Omit<PayWebhookEvent, 'idempotencyKey'>;

type Reading<Event> =
  { success: true; event: Event } | { success: false; reason: PayWebhookReadProblem; message: string };

/** A request as it arrived. */
export interface PayWebhookRequest {
  /** The body, byte for byte, before any parser. */
  rawBody: string | Uint8Array;
  headers?: PayWebhookHeaders;
  /** How large and deep a body may be. */
  limits?: ExactJsonLimits;
}

/**
 * Reads a delivery: numbers exactly (an OrderCode beyond 2^53 − 1 is never rounded), with or without envelope, of known
 * type or not. Never throws. What it reads is not confirmed: payment webhooks are unsigned and anyone can post one.
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
  return { success: true, event: toEvent(withOrderCodeText(body), request.headers ?? {}) };
}

function parseBody({ rawBody, limits }: PayWebhookRequest): unknown {
  if (typeof rawBody !== 'string' && !(rawBody instanceof Uint8Array)) {
    throw new ExactJsonError('malformed', 'rawBody must be the unparsed body: bytes or text');
  }
  return parseExactJson(rawBody, limits);
}

function toEvent(body: Record<string, unknown>, headers: PayWebhookHeaders): UnkeyedPayWebhookEvent {
  const identity = extractPayWebhookIdentity(body, headers);
  const data = unwrapEventData(body) ?? body;
  const eventTypeId = recogniseEventType(body, headers);
  return {
    eventTypeId,
    name: getPayEventName(eventTypeId),
    data,
    messageId: identity.messageId,
    correlationId: identity.correlationId,
    // Without an envelope, Created is the resource's own time, not the notification's.
    created: data === body ? null : identity.created,
    recipientId: identity.recipientId,
    messageTypeId: identity.messageTypeId,
    retryCount: identity.retryCount,
    retryDelayInSeconds: identity.retryDelayInSeconds,
    deliveryId: identity.deliveryId,
    url: readText(body.Url),
  };
}

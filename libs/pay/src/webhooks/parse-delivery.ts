import { ExactJsonError, parseExactJson } from '../core/values/exact-json.js';
import type { ExactJsonLimits, ExactJsonProblem } from '../core/values/exact-json.js';
import { readExactMembers } from '../core/values/int64.js';
import { EXACT_MEMBERS } from '../areas/service-rules.js';
import { isObject } from '../core/values/plain-data.js';
import { UUID } from '../core/values/uuid.js';
import { readOf } from './confirmation/readings.js';
import type { ConfirmingEndpoint } from './confirmation/confirming-endpoint.js';
import { canRecur, payWebhookDedupeKey } from './dedupe-key.js';
import type { PayDelivery, PaySender } from './delivery.types.js';
import { getPayEventName, PayEventType } from './event-types.js';
import type { PayWebhookEvent } from './event.types.js';
import { isMissing } from './expectations.js';
import { isSignedWith, readSignature } from './signature.js';
import {
  DELIVERY_ID_HEADER,
  EVENT_HEADER,
  readHeader,
  RETRY_COUNT_HEADER,
  RETRY_DELAY_HEADER,
  SALE_TRANSACTIONS_EVENT,
} from './webhook-headers.js';
import type { PayWebhookHeaders } from './webhook-headers.js';
import { readInteger, readText } from './wire-values.js';

/** Reason why a body could not be read. */
export type PayWebhookReadProblem = ExactJsonProblem | 'not-an-object';

/** The event, or the reason why the body could not be read. */
export type PayWebhookReading =
  | { success: true; event: PayWebhookEvent }
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
  const reading = readEvent(request);
  if (reading.success) reading.event.idempotencyKey = payWebhookDedupeKey(reading.event);
  return reading;
}

/** Reads an event with an empty key: the key of an endpoint's delivery depends on the account. */
function readEvent({ rawBody, headers = {}, limits }: PayWebhookRequest): PayWebhookReading {
  try {
    if (typeof rawBody !== 'string' && !(rawBody instanceof Uint8Array))
      throw new ExactJsonError('malformed', 'rawBody must be the unparsed body, as bytes or a string');
    const body = parseExactJson(rawBody, limits);
    return isObject(body)
      ? { success: true, event: toEvent(readExactMembers(body, EXACT_MEMBERS), headers) }
      : { success: false, reason: 'not-an-object', message: 'the body must be a JSON object' };
  } catch (error) {
    if (error instanceof ExactJsonError)
      return { success: false, reason: error.reason, message: error.message };
    throw error;
  }
}

/** Settings of an endpoint that decide how a delivery is parsed. */
export interface ParsingEndpoint extends Pick<ConfirmingEndpoint, 'name' | 'account' | 'confirm'> {
  /** Secrets of the subscriptions to report files (7936), the only event that the service signs. */
  secrets: readonly string[];
}

/** A delivery, or the reason why the request contains none. */
export type DeliveryParsing =
  | { success: true; delivery: PayDelivery }
  | { success: false; reason: 'malformed' | 'signature'; message: string };

/** Parses the headers and raw body of a request to an endpoint, without a call to the service. */
export function parseDelivery(
  request: PayWebhookRequest,
  endpoint: ParsingEndpoint,
  sender: PaySender,
): DeliveryParsing {
  const { secrets } = endpoint;
  const signature = secrets.length > 0 ? readSignature(request.headers) : null;
  const signed = signature !== null;
  if (signed && !isSignedWith(secrets, signature, request.rawBody))
    return unparsed('signature', 'the signature matches no secret in webhooks.secrets');
  const reading = readEvent(request);
  if (!reading.success) return unparsed('malformed', reading.message);
  const { event } = reading;
  const { eventTypeId } = event;
  // Events of the reconciler have negative types, and no webhook posts them.
  if (eventTypeId !== null && eventTypeId < 0)
    return unparsed('malformed', `the service does not send events ${eventTypeId}`);
  const problems = payEventShapeProblems(event);
  if (problems.length > 0) return unparsed('malformed', `event ${eventTypeId}: ${problems.join('; ')}`);
  if (eventTypeId === PayEventType.SaleTransactions && secrets.length > 0 && !signed)
    return unparsed('signature', 'the report file event has no signature');
  return { success: true, delivery: createDelivery(event, endpoint, { source: 'webhook', signed, sender }) };
}

/**
 * Creates the delivery of an event to an endpoint, and sets the event's key. The key does not depend on whether a webhook or the
 * reconciler found the event.
 */
export function createDelivery(
  event: PayWebhookEvent,
  { name, account, confirm }: Pick<ConfirmingEndpoint, 'name' | 'account' | 'confirm'>,
  origin: Pick<PayDelivery, 'source' | 'signed' | 'sender'>,
): PayDelivery {
  const readBack = confirm && readOf(event, account) !== undefined;
  const confirmable = readBack || (event.eventTypeId === PayEventType.SaleTransactions && origin.signed);
  // An unknown sender must neither hide a true event behind the key of one that nothing confirms, nor make new keys with `Created`.
  const isUnverifiable = origin.sender === 'unknown' && (!confirmable || canRecur(event.eventTypeId));
  const identified = isUnverifiable ? { ...event, created: '', messageId: null, deliveryId: null } : event;
  // The account is the endpoint's: the account that the event names is not verified.
  event.idempotencyKey = payWebhookDedupeKey(identified, account.id, { readBack });
  return {
    key: `${name}|${isUnverifiable ? 'unknown|' : ''}${event.idempotencyKey}`,
    endpoint: name,
    account: account.account,
    client: account.name,
    event,
    confirmable,
    source: origin.source,
    signed: origin.signed,
    sender: origin.sender,
  };
}

function unparsed(reason: 'malformed' | 'signature', message: string): DeliveryParsing {
  return { success: false, reason, message };
}

function toEvent(body: Record<string, unknown>, headers: PayWebhookHeaders): PayWebhookEvent {
  const data = isObject(body.EventData) ? body.EventData : body;
  const eventTypeId = detectEventType(body, data, headers);
  return {
    idempotencyKey: '',
    eventTypeId,
    name: getPayEventName(eventTypeId),
    data,
    messageId: readText(body.MessageId),
    correlationId: readText(body.CorrelationId),
    // Without an envelope, Created is the time of the resource, not of the notification.
    created: data === body ? null : readText(body.Created),
    recipientId: readText(body.RecipientId),
    messageTypeId: readInteger(body.MessageTypeId),
    retryCount: readInteger(body.RetryCount) ?? readInteger(readHeader(headers, RETRY_COUNT_HEADER)),
    retryDelayInSeconds:
      readInteger(body.RetryDelayInSeconds) ?? readInteger(readHeader(headers, RETRY_DELAY_HEADER)),
    deliveryId: readText(readHeader(headers, DELIVERY_ID_HEADER)),
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
function detectEventType(
  body: Record<string, unknown>,
  data: Record<string, unknown>,
  headers: PayWebhookHeaders,
): number | null {
  const stated = readInteger(body.EventTypeId);
  if (stated !== null) return stated;
  if (readHeader(headers, EVENT_HEADER) === SALE_TRANSACTIONS_EVENT) return PayEventType.SaleTransactions;
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

/** Rule of a payload member. */
type MemberRule = readonly [expected: string, isValid: (value: unknown) => boolean, isRequired?: true];

const isUuid = (value: unknown): boolean => typeof value === 'string' && UUID.test(value);
const isCode = (value: unknown): boolean =>
  typeof value === 'number'
    ? Number.isSafeInteger(value) && value >= 0
    : typeof value === 'string' && /^\d{1,19}$/.test(value);
// An ID must have one spelling only: otherwise the deduplication key and the path of a read could mean different IDs.
const UUID_TEXT = ['a UUID string', isUuid] as const;
const ORDER_CODE: MemberRule = ['an integer or a string of digits', isCode, true];
const TRANSACTION: Readonly<Record<string, MemberRule>> = {
  OrderCode: ORDER_CODE,
  TransactionId: [...UUID_TEXT, true],
  StatusId: ['present', () => true, true],
  Amount: ['a number', Number.isFinite, true],
};
const RULES: Partial<Record<number, Readonly<Record<string, MemberRule>>>> = {
  [PayEventType.TransactionPaymentCreated]: TRANSACTION,
  [PayEventType.TransactionReversalCreated]: TRANSACTION,
  [PayEventType.TransactionFailed]: TRANSACTION,
  [PayEventType.TransactionPriceCalculated]: { TransactionId: UUID_TEXT },
  [PayEventType.TransactionPosEcrSessionCreated]: { TransactionId: UUID_TEXT },
  [PayEventType.TransactionPosEcrSessionFailed]: { TransactionId: UUID_TEXT },
  [PayEventType.OrderUpdated]: {
    OrderCode: ORDER_CODE,
    Amount: ['a number', Number.isFinite],
    IsCancelled: ['true or false', (value) => typeof value === 'boolean', true],
  },
};

/**
 * Returns the problems of an event's payload: missing required members, and members with an invalid value. Returns an empty
 * array if there are none.
 */
export function payEventShapeProblems({
  eventTypeId,
  data,
}: Pick<PayWebhookEvent, 'eventTypeId' | 'data'>): string[] {
  const members: Readonly<Record<string, unknown>> = data;
  const problems: string[] = [];
  for (const [field, [expected, isValid, isRequired]] of Object.entries(RULES[eventTypeId ?? 0] ?? {})) {
    const value = members[field];
    if (isMissing(value)) {
      if (isRequired === true) problems.push(`${field} is missing`);
    } else if (!isValid(value)) problems.push(`${field} must be ${expected}`);
  }
  return problems;
}

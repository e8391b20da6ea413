import { createHmac } from 'node:crypto';
import { PayEventType } from './event-types.js';
import { toExactJsonText } from '../core/values/exact-json.js';
import { sha256 } from '../core/values/sha256.js';
import type { PayEventMembers } from './payloads.generated.js';
import {
  DELIVERY_ID_HEADER,
  EVENT_HEADER,
  SALE_TRANSACTIONS_EVENT,
  SIGNATURE_SHA1_HEADER,
  SIGNATURE_SHA256_HEADER,
} from './webhook-headers.js';

/** Payload members for a test. Integers may be bigint; int64 members that are strings are written as numbers. */
export type PayTestEventData<Type extends PayEventType> = {
  [Name in keyof PayEventMembers[Type]]?: PayEventMembers[Type][Name] | bigint | null;
} & { [member: string]: unknown };

/** Envelope members to set. A member that is `undefined` is left out. */
export interface PayTestEnvelope {
  Url?: string;
  Created?: string;
  CorrelationId?: string | null;
  Delay?: string | null;
  RetryCount?: number | null;
  RetryDelayInSeconds?: number | null;
  MessageId?: string | null;
  RecipientId?: string | null;
  MessageTypeId?: number;
}

/** A signed delivery to post to an endpoint under test. */
export interface PaySignedTestDelivery {
  rawBody: Buffer;
  headers: Record<string, string>;
}

const { SaleTransactions, ObligationCreated, ObligationCaptured } = PayEventType;
const { TransactionPosEcrSessionCreated, TransactionPosEcrSessionFailed } = PayEventType;
const OF_SESSIONS: readonly number[] = [TransactionPosEcrSessionCreated, TransactionPosEcrSessionFailed];
const WITHOUT_ENVELOPE: readonly number[] = [SaleTransactions, ObligationCreated, ObligationCaptured];
/** Members that the service writes as int64 numbers. In POS events, OrderCode is a string instead. */
const INT64 = ['OrderCode', 'WalletId', 'TargetWalletId'];

/**
 * Builds the body of a delivery for a test as the service writes it, with an envelope if the type has one. An order code
 * above 2^53 − 1 is exact if it is a string or bigint.
 *
 * The result is deterministic: equal data has the same MessageId, like a redelivery.
 *
 * @param envelope - Envelope members to override. For 7936, 5632 and 5633 only the retry members, at the top level.
 */
export function buildPayWebhookForTest<Type extends PayEventType>(
  eventType: Type,
  data: PayTestEventData<Type>,
  envelope: PayTestEnvelope = {},
): Buffer {
  const eventData = OF_SESSIONS.includes(eventType) ? { ...data } : withInt64Numbers(data);
  if (WITHOUT_ENVELOPE.includes(eventType)) {
    const { RetryCount = 0, RetryDelayInSeconds = null } = envelope;
    return Buffer.from(toExactJsonText({ ...eventData, RetryCount, RetryDelayInSeconds }));
  }
  const body = {
    Url: 'https://shop.example/pay/webhook',
    EventData: eventData,
    Created: '2026-01-01T12:00:00.0000000Z',
    CorrelationId: '26-001-00000000',
    EventTypeId: eventType,
    Delay: null,
    RetryCount: 0,
    RetryDelayInSeconds: null,
    MessageId: uuidOf(`${eventType} ${toExactJsonText(eventData)}`),
    RecipientId:
      typeof data.MerchantId === 'string' ? data.MerchantId : '00000000-0000-4000-8000-000000000000',
    MessageTypeId: 512,
    ...envelope,
  };
  return Buffer.from(toExactJsonText(body));
}

/**
 * Builds a signed report file delivery (7936) for a test.
 *
 * @param delivery.body - Bytes or a string to send unchanged, or data to write as JSON.
 * @throws TypeError if the secret is not a non-empty string.
 */
export function signPayWebhookForTest(delivery: {
  body: string | Uint8Array | Record<string, unknown>;
  secret: string;
  /** @default an ID derived from the body */
  deliveryId?: string;
}): PaySignedTestDelivery {
  const { body, secret } = delivery;
  if (typeof secret !== 'string' || secret === '') throw new TypeError('secret must be a non-empty string');
  const isText = typeof body === 'string' || body instanceof Uint8Array;
  const rawBody = Buffer.from(isText ? (body as string) : toExactJsonText(body));
  return {
    rawBody,
    headers: {
      'Content-Type': 'application/json',
      [EVENT_HEADER]: SALE_TRANSACTIONS_EVENT,
      [DELIVERY_ID_HEADER]: delivery.deliveryId ?? uuidOf(rawBody),
      [SIGNATURE_SHA1_HEADER]: createHmac('sha1', secret).update(rawBody).digest('hex'),
      [SIGNATURE_SHA256_HEADER]: createHmac('sha256', secret).update(rawBody).digest('hex'),
    },
  };
}

function withInt64Numbers(data: Record<string, unknown>): Record<string, unknown> {
  const written = { ...data };
  for (const name of INT64) {
    const value = written[name];
    if (typeof value === 'string' && /^\d{1,19}$/.test(value)) written[name] = BigInt(value);
  }
  return written;
}

function uuidOf(content: string | Uint8Array): string {
  const hex = sha256(content);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

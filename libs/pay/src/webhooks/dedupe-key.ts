import { sha256 } from '../core/values/sha256.js';
import { UUID } from '../core/values/uuid.js';
import { PayEventType, PayReconciledEventType } from './event-types.js';
import type { PayWebhookEvent } from './event.types.js';
import { readText } from './wire-values.js';

/** The payload members that identify one occurrence of an event. */
interface NaturalKey {
  /** Must be present. */
  id: string;
  /** Distinguishes occurrences of one ID. Counts as empty if it is missing. */
  state?: string;
  /** The same ID and state can occur again, so `Created` is part of the key. `unless-read-back`: see `payWebhookDedupeKey`. */
  recurs?: true | 'unless-read-back';
}

// The event type already is the state. A delivery with another StatusId is still about the same payment.
const TRANSACTION: NaturalKey[] = [{ id: 'TransactionId' }];
const BANK_TRANSFER: NaturalKey[] = [{ id: 'CommandId' }];
// A transaction has one session, so SessionId is not part of its key. Without a transaction, only the caller's SessionId
// identifies the session. The service rejects a used SessionId, but only a read-back proves that the session exists.
const POS_SESSION: NaturalKey[] = [
  { id: 'TransactionId' },
  { id: 'SessionId', state: 'TerminalId', recurs: 'unless-read-back' },
];

const NATURAL_KEYS: Record<PayEventType | PayReconciledEventType, readonly NaturalKey[]> = {
  [PayEventType.TransactionPaymentCreated]: TRANSACTION,
  [PayEventType.TransactionReversalCreated]: TRANSACTION,
  [PayEventType.TransactionFailed]: TRANSACTION,
  [PayEventType.TransactionPriceCalculated]: [{ id: 'TransactionId', recurs: true }],
  [PayEventType.TransactionPosEcrSessionCreated]: POS_SESSION,
  [PayEventType.TransactionPosEcrSessionFailed]: POS_SESSION,
  [PayEventType.AccountTransactionCreated]: [{ id: 'WalletTransactionId', state: 'StatusId' }],
  [PayEventType.CommandBankTransferCreated]: BANK_TRANSFER,
  [PayEventType.CommandBankTransferExecuted]: BANK_TRANSFER,
  [PayEventType.OrderUpdated]: [{ id: 'OrderCode', state: 'IsCancelled', recurs: 'unless-read-back' }],
  [PayEventType.AccountConnected]: [{ id: 'ConnectedAccountId', recurs: true }],
  [PayEventType.AccountVerificationStatusChanged]: [
    { id: 'ConnectedAccountId', state: 'Verified', recurs: true },
  ],
  [PayEventType.TransferCreated]: [{ id: 'TransferId' }],
  [PayEventType.ObligationCreated]: [{ id: 'ObligationId' }],
  [PayEventType.ObligationCaptured]: [{ id: 'ObligationId', state: 'CaptureId' }],
  // The signature covers only the body, so a replay can change the delivery ID header but not Link.
  [PayEventType.SaleTransactions]: [{ id: 'Link' }, { id: 'requestId' }],
  // An expired order never leaves that state.
  [PayReconciledEventType.OrderExpired]: [{ id: 'OrderCode' }],
};

const MAX_LENGTH = 250;

/**
 * Time in milliseconds during which the service may deliver an event again. It retries for 23 hours, and a redelivery one
 * hour after a 200 response was observed.
 */
export const REDELIVERY_WINDOW_MS = 25 * 3_600_000;

/**
 * Returns the deduplication key of an event: the same for every retry, and different for every other event. The key has
 * at most 250 ASCII characters.
 *
 * The key consists of the event type, the receiving account and, for known types, the IDs in the payload:
 * - It does not rely on MessageId, because the service does not document that a retry keeps it. A retry is known to
 *   repeat the payload and the envelope's Created.
 * - The event type is included because events share IDs: 1796 and 1799 have the same TransactionId, 768 and 769 the same
 *   CommandId, 5632 and 5633 the same ObligationId.
 * - Created is included if the same ID and state can occur again. For example, 8194 can set Verified of one account to
 *   true, false and true again. Otherwise Created is left out, so that a second message about a payment is a duplicate.
 *
 * For an unknown type, or if the ID is missing, the key uses MessageId, the delivery ID header, or a digest of the
 * payload without its retry counters, in this order.
 *
 * The key does not contain the webhook address. If two of your addresses receive the same event, keep one store of keys
 * for each address.
 *
 * @param account - Account that your endpoint serves. Pass it if you can: the default comes from the unsigned delivery,
 *   so a replay that names another account would get another key.
 * @param options.readBack - Set it to true if you confirm events by reading their resource back. Created is unsigned, so
 *   it would let anyone replay a confirmed event with a new key. It is therefore left out for a session without a
 *   transaction (1803) and for 4865. As a consequence, an order that is canceled, reopened and canceled again counts as
 *   a duplicate while the first key is stored.
 */
export function payWebhookDedupeKey(
  event: Omit<PayWebhookEvent, 'idempotencyKey'>,
  account?: string,
  { readBack = false }: { readBack?: boolean } = {},
): string {
  const type = String(event.eventTypeId);
  const parts = [account ?? accountOf(event), ...identify(event, readBack)];
  const key = `${type}:${parts.map(escapePart).join(':')}`;
  return key.length <= MAX_LENGTH ? key : `${type}:sha256:${sha256(key)}`;
}

function accountOf({ recipientId, data }: Omit<PayWebhookEvent, 'idempotencyKey'>): string {
  return recipientId ?? readText(data.MerchantId) ?? readText(data.PersonId) ?? '';
}

function identify(event: Omit<PayWebhookEvent, 'idempotencyKey'>, readBack: boolean): string[] {
  const { created, messageId, deliveryId } = event;
  const data: Record<string, unknown> = event.data;
  for (const { id, state, recurs } of naturalKeysOf(event.eventTypeId)) {
    const value = readId(data[id]);
    const needsTime = recurs === true || (recurs === 'unless-read-back' && !readBack);
    if (value === null || (needsTime && created === null)) continue;
    const parts = ['content', value];
    if (state !== undefined) parts.push(readState(data[state]));
    if (needsTime && created !== null) parts.push(created);
    return parts;
  }
  if (messageId !== null) return ['message', messageId];
  if (deliveryId !== null) return ['delivery', deliveryId];
  return ['digest', sha256(contentText(data))];
}

/**
 * Returns whether the same ID and state can occur again with another `Created`. `Created` is unsigned, so anyone who knows
 * the ID can forge any number of such events, and a read-back confirms all of them.
 */
export function canRecur(eventTypeId: number | null): boolean {
  return naturalKeysOf(eventTypeId).some(({ recurs }) => recurs === true);
}

function naturalKeysOf(eventTypeId: number | null): readonly NaturalKey[] {
  return (NATURAL_KEYS as Record<string, readonly NaturalKey[]>)[String(eventTypeId)] ?? [];
}

// The service ignores the case of UUIDs: `ABC…` and `abc…` are one transaction.
function readId(value: unknown): string | null {
  const text = readText(value);
  return text !== null && UUID.test(text) ? text.toLowerCase() : text;
}

function readState(value: unknown): string {
  return typeof value === 'boolean' ? String(value) : (readText(value) ?? '');
}

/** Returns the payload as text without its retry counters, so that it is the same for every retry. */
function contentText({
  RetryCount: _count,
  RetryDelayInSeconds: _delay,
  ...content
}: Record<string, unknown>): string {
  return JSON.stringify(content);
}

function escapeUnit(unit: string): string {
  return `~${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Escapes of the ASCII characters: most keys contain a URL or a date. Letters, digits and `._-` have none. */
const ASCII_ESCAPES = Array.from({ length: 128 }, (_, code) => {
  const unit = String.fromCharCode(code);
  return /[A-Za-z0-9._-]/.test(unit) ? null : escapeUnit(unit);
});

/** Escapes a part injectively, so that parts stay distinct and the key is ASCII. */
function escapePart(part: string): string {
  let escaped = '';
  let copied = 0;
  // Takes half as long as `replace` with a function.
  for (let at = 0; at < part.length; at++) {
    const escape = ASCII_ESCAPES[part.charCodeAt(at)];
    if (escape === null) continue;
    escaped += part.slice(copied, at) + (escape ?? escapeUnit(part.charAt(at)));
    copied = at + 1;
  }
  return escaped + part.slice(copied);
}

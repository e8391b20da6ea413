import { createHash } from 'node:crypto';
import { UUID } from '../core/values/uuid.js';
import { PayEventType, PayReconciledEventType } from './event-types.js';
import type { PayWebhookEvent } from './event.types.js';
import { readText } from './wire-values.js';

/** Which members name one occurrence of an event. */
interface NaturalKey {
  /** Must all be there. */
  id: readonly string[];
  /** Tell apart occurrences of one id; a missing one counts as empty. */
  state?: readonly string[];
  /** The same id and state can occur again, so the notification's own time must tell; `unless-read-back`: see the key. */
  recurs?: true | 'unless-read-back';
}

// The event type is the state: a delivery that states another status is still about the same payment.
const TRANSACTION: NaturalKey[] = [{ id: ['TransactionId'] }];
const BANK_TRANSFER: NaturalKey[] = [{ id: ['CommandId'] }];
// One transaction has one session: another SessionId beside it is no other event. Without a transaction it is the caller
// who chose the id: the service refuses one that was used, also after a failure, but only a read-back shows that it is one.
const POS_SESSION: NaturalKey[] = [
  { id: ['TransactionId'] },
  { id: ['SessionId'], state: ['TerminalId'], recurs: 'unless-read-back' },
];

const NATURAL_KEYS: Record<PayEventType | PayReconciledEventType, readonly NaturalKey[]> = {
  [PayEventType.TransactionPaymentCreated]: TRANSACTION,
  [PayEventType.TransactionReversalCreated]: TRANSACTION,
  [PayEventType.TransactionFailed]: TRANSACTION,
  [PayEventType.TransactionPriceCalculated]: [{ id: ['TransactionId'], recurs: true }],
  [PayEventType.TransactionPosEcrSessionCreated]: POS_SESSION,
  [PayEventType.TransactionPosEcrSessionFailed]: POS_SESSION,
  [PayEventType.AccountTransactionCreated]: [{ id: ['WalletTransactionId'], state: ['StatusId'] }],
  [PayEventType.CommandBankTransferCreated]: BANK_TRANSFER,
  [PayEventType.CommandBankTransferExecuted]: BANK_TRANSFER,
  [PayEventType.OrderUpdated]: [{ id: ['OrderCode'], state: ['IsCancelled'], recurs: 'unless-read-back' }],
  [PayEventType.AccountConnected]: [{ id: ['ConnectedAccountId'], recurs: true }],
  [PayEventType.AccountVerificationStatusChanged]: [
    { id: ['ConnectedAccountId'], state: ['Verified'], recurs: true },
  ],
  [PayEventType.TransferCreated]: [{ id: ['TransferId'] }],
  [PayEventType.ObligationCreated]: [{ id: ['ObligationId'] }],
  [PayEventType.ObligationCaptured]: [{ id: ['ObligationId'], state: ['CaptureId'] }],
  // The signature covers the body only: a replay could carry any delivery id header, but not another Link.
  [PayEventType.SaleTransactions]: [{ id: ['Link'] }, { id: ['requestId'] }],
  // No edge leads out of expired.
  [PayReconciledEventType.OrderExpired]: [{ id: ['OrderCode'] }],
};

const MAX_LENGTH = 250;

/**
 * The key to recognise one event by, however often it is delivered: the same for a retry, another for every other
 * event. Always there, at most 250 characters of ASCII.
 *
 * It is made of the event type, the receiving account and, for the known types, the event's own id, because
 * - whether a retry keeps MessageId is not documented, while it is known to repeat the content and the envelope's
 *   Created; so the key is right in either case;
 * - bare ids collide: 1796 and 1799 share a TransactionId, 768 and 769 a CommandId, 5632 and 5633 an ObligationId;
 * - an id alone can be too little: 8194 comes again for one account with another value, and later with the first value
 *   again; 1798 comes again for one order with another TransactionId; a wallet movement may change its state. Where an
 *   id and state can honestly recur, the envelope's Created is part of the key, where they cannot, it is not, so that a
 *   second message about the same payment is not a second payment.
 *
 * An unknown type, or a known one without its id, falls back to MessageId, then to the delivery id header, then to a
 * digest of the payload without its retry counters.
 *
 * Two registered addresses that get the same event get the same key: keep one dedupe store for each endpoint.
 *
 * @param account the account that your endpoint serves. Give it where you can: what the delivery itself says about the
 *   account (the default) is as unsigned as the rest, and a replay that names another account would get another key.
 * @param options.readBack you confirm events by reading their resource back. Then a session without a transaction (1803) is
 *   known by its id and terminal, which the service takes once only, and 4865 by order and IsCancelled alone: Created is unsigned, and with it in the key anyone could have one cancellation handled again and again, each
 *   time confirmed. The price: an order cancelled, reopened by your own call and cancelled again while the first is
 *   remembered is taken for a repeat. Without reading back, Created stays: a forger needs no replay then.
 */
export function payWebhookDedupeKey(
  event: Omit<PayWebhookEvent, 'idempotencyKey'>,
  account?: string,
  { readBack = false }: { readBack?: boolean } = {},
): string {
  const scope = [String(event.eventTypeId), account ?? accountOf(event)];
  const key = [...scope, ...identify(event, readBack)].map(escapePart).join(':');
  if (key.length <= MAX_LENGTH) return key;
  return [scope[0], 'sha256', sha256(key)].join(':');
}

function accountOf({ recipientId, data }: Omit<PayWebhookEvent, 'idempotencyKey'>): string {
  return recipientId ?? readText(data.MerchantId) ?? readText(data.PersonId) ?? '';
}

function identify(event: Omit<PayWebhookEvent, 'idempotencyKey'>, readBack: boolean): string[] {
  for (const naturalKey of naturalKeysOf(event.eventTypeId)) {
    const parts = readNaturalKey(naturalKey, event, readBack);
    if (parts !== null) return ['content', ...parts];
  }
  if (event.messageId !== null) return ['message', event.messageId];
  if (event.deliveryId !== null) return ['delivery', event.deliveryId];
  return ['digest', sha256(contentText(event.data))];
}

/**
 * Whether one thing that is true can be told again and again with another time, which is unsigned: whoever knows its id can make
 * up as many such events as he likes, and all of them are confirmed.
 */
export function canBeToldAnew(eventTypeId: number | null): boolean {
  return naturalKeysOf(eventTypeId).some(({ recurs }) => recurs === true);
}

function naturalKeysOf(eventTypeId: number | null): readonly NaturalKey[] {
  return (NATURAL_KEYS as Record<string, readonly NaturalKey[]>)[String(eventTypeId)] ?? [];
}

function readNaturalKey(
  key: NaturalKey,
  event: Omit<PayWebhookEvent, 'idempotencyKey'>,
  readBack: boolean,
): string[] | null {
  const { created } = event;
  const data: Record<string, unknown> = event.data;
  const ids = key.id.map((member) => readId(data[member]));
  if (!ids.every((id) => id !== null)) return null;
  const states = (key.state ?? []).map((member) => readState(data[member]));
  if (key.recurs === undefined || (readBack && key.recurs === 'unless-read-back')) return [...ids, ...states];
  return created === null ? null : [...ids, ...states, created];
}

/** The service reads ids without regard to case: `ABC…` and `abc…` are one transaction. Links are not ids of that kind. */
function readId(value: unknown): string | null {
  const text = readText(value);
  return text !== null && UUID.test(text) ? text.toLowerCase() : text;
}

function readState(value: unknown): string {
  return typeof value === 'boolean' ? String(value) : (readText(value) ?? '');
}

/** The content of a delivery, the same at every retry. */
export function contentText({
  RetryCount: _count,
  RetryDelayInSeconds: _delay,
  ...content
}: Record<string, unknown>): string {
  return JSON.stringify(content);
}

/** Keeps parts apart and the key in ASCII; no two different parts become equal. */
function escapePart(part: string): string {
  return part.replace(/[^A-Za-z0-9._-]/g, (unit) => `~${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

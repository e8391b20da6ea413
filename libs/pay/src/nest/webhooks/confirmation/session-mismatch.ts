import type { PosSession } from '../../../areas/pos-session/pos-session.types.js';
import { PayEventType } from '../../../webhooks/event-types.js';
import { disagrees, isSameCurrency, isSameText } from './verdict.js';
import type { Mismatch } from './verdict.js';

/** Members that must be exactly the session's. */
const SAME = {
  SessionId: 'sessionId',
  TerminalId: 'terminalId',
  Success: 'success',
  EventId: 'eventId',
  /** In minor units on both sides. */
  Amount: 'amount',
} as const satisfies Record<string, keyof PosSession>;

/** Whether an event of this type tells of a session at a terminal. */
export function namesSession(eventTypeId: number | null): boolean {
  return (
    eventTypeId === PayEventType.TransactionPosEcrSessionCreated ||
    eventTypeId === PayEventType.TransactionPosEcrSessionFailed
  );
}

/**
 * Compares a session event (1802, 1803) with its session. The transaction must be the session's own: a forged event could name
 * the transaction of another session.
 */
export function sessionMismatch(
  eventTypeId: number | null,
  data: Readonly<Record<string, unknown>>,
  session: PosSession,
): Mismatch {
  for (const [member, field] of Object.entries(SAME)) {
    if (data[member] !== session[field]) return disagrees(member);
  }
  if (session.success !== (eventTypeId === PayEventType.TransactionPosEcrSessionCreated))
    return disagrees('Success');
  if (!isSameCurrency(data['CurrencyCode'], session.currencyCode)) return disagrees('CurrencyCode');
  if (!isSameText(idOf(data['TransactionId']), idOf(session.transactionId)))
    return disagrees('TransactionId');
  if (!isSameText(codeOf(data['OrderCode']), codeOf(session.orderCode))) return disagrees('OrderCode');
  if (!isSameText(codeOf(data['OrderCodeText']), codeOf(session.orderCode))) return disagrees('OrderCode');
  if ('MerchantReference' in data && !isSameText(data['MerchantReference'], session.merchantReference))
    return disagrees('MerchantReference');
  return null;
}

function idOf(id: unknown): unknown {
  return typeof id === 'string' ? id.toLowerCase() : id;
}

/** Text or number; without a transaction '0' or nothing. */
function codeOf(code: unknown): unknown {
  const text = typeof code === 'number' ? String(code) : code;
  return text === '0' ? null : text;
}

import type { PosSession } from '../../../areas/pos-session/pos-session.types.js';
import { PayEventType } from '../../../webhooks/event-types.js';
import { disagrees, isSameCurrency, isSameText } from './verdict.js';
import type { Objection } from './verdict.js';

/** What every session event says, and how it is known again: each must be exactly what the session has. */
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
 * Why a session, as the service has it, does not bear a session event (1802, 1803) out. The transaction must be the
 * session's own: anyone who knows one could name it as the end of any other.
 */
export function sessionObjection(
  eventTypeId: number | null,
  data: Readonly<Record<string, unknown>>,
  session: PosSession,
): Objection {
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

import { SessionEvent } from 'nestjs-pay';
import type { MethodReturn, PosSession } from 'nestjs-pay';

/** The demo's only cash register. Only the register that started a session can abort it. */
export const CASH_REGISTER = 'harbour-lane-1';

/** HTTP status if an abort is already in progress. */
const CONFLICT = 409;

/** A request to a card terminal. It is stored before it is sent. */
export interface TillRequest {
  /** Session ID of the payment service, and address of the page. The service accepts each ID only once. */
  readonly id: string;
  /** Identifies the submission of the form: a double click has the same one. */
  readonly submission: string;
  readonly kind: 'sale' | 'refund';
  /** The sale that a refund belongs to; null for a sale. */
  readonly saleId: string | null;
  readonly terminalId: string;
  readonly cashRegisterId: string;
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217 numeric. */
  readonly currency: string;
  readonly reference: string;
  /** Milliseconds. */
  readonly createdAt: number;
}

/** The end of a session, as the service reports it. */
export interface SessionEnding {
  /** Whether money moved. */
  readonly success: boolean;
  /** Whether amount, currency and terminal are those of the request. */
  readonly matches: boolean;
  readonly eventId: number;
  /** The issuer's reason; 0 if there is none. */
  readonly reason: number;
  readonly message: string;
  readonly transactionId: string | null;
  /** Scheme and masked number. */
  readonly card: string | null;
}

/** A request to a terminal, with everything that is known about it. Never changed in place. */
export interface TillSession extends TillRequest {
  /** Whether the request arrived. */
  readonly sending: 'under-way' | 'accepted' | 'unknown' | 'rejected';
  /** Why it was rejected. */
  readonly rejection: string | null;
  /** Why the end of the session is unknown: the service does not know the session, or did not respond. */
  readonly unknownReason: 'not-found' | 'no-response' | null;
  /** Response to an abort. After an accepted abort, the payment can still complete first. */
  readonly abort: 'accepted' | 'unknown' | 'rejected' | null;
  readonly ending: SessionEnding | null;
}

export function newSession(request: TillRequest): TillSession {
  return {
    ...request,
    sending: 'under-way',
    rejection: null,
    unknownReason: null,
    abort: null,
    ending: null,
  };
}

/** Adds the response to the request. With its idempotency key, a rejection means that no earlier attempt arrived either. */
export function withResponse(session: TillSession, response: MethodReturn<null>): TillSession {
  if (response.success) return asRunning(session);
  if (session.sending === 'accepted') return session;
  return response.error.outcome === 'unknown'
    ? { ...session, sending: 'unknown' }
    : { ...session, sending: 'rejected', rejection: response.message };
}

/** Stores that the service knows the session. */
export function asRunning(session: TillSession): TillSession {
  return { ...session, sending: 'accepted', unknownReason: null };
}

/** Stores that the service did not report the end of the session. */
export function withUnknownReason(session: TillSession, code: string): TillSession {
  return session.ending === null
    ? { ...session, unknownReason: code === 'notfound' ? 'not-found' : 'no-response' }
    : session;
}

/** Adds the response to an abort. Only the session's end shows whether the abort was in time. */
export function withAbort(session: TillSession, response: MethodReturn<null>): TillSession {
  if (response.success || response.error.httpStatus === CONFLICT)
    return { ...session, abort: 'accepted', unknownReason: null };
  if (session.abort === 'accepted') return session;
  return { ...session, abort: response.error.outcome === 'unknown' ? 'unknown' : 'rejected' };
}

/** Adds the end of the session. The first end counts. */
export function withEnding(session: TillSession, ended: PosSession): TillSession {
  if (session.ending !== null) return session;
  const card = [ended.cardType, ended.primaryAccountNumberMasked].filter((part) => part != null).join(' ');
  return {
    ...session,
    sending: 'accepted',
    unknownReason: null,
    ending: {
      success: ended.success,
      matches:
        ended.amount === session.amount &&
        ended.currencyCode === session.currency &&
        ended.terminalId === session.terminalId,
      eventId: ended.eventId,
      reason: ended.transactionEventId ?? 0,
      message: ended.message ?? '',
      transactionId: ended.transactionId ?? null,
      card: card === '' ? null : card,
    },
  };
}

export const TillState = {
  Sending: 'sending',
  /** The terminal has the request, or will have it soon. */
  Waiting: 'waiting',
  /** An abort was accepted. The payment can still complete first. */
  Aborting: 'aborting',
  /** It is unknown whether money moved or will move. */
  Unknown: 'unknown',
  /** The request never arrived. */
  NotSent: 'not-sent',
  Approved: 'approved',
  /** Money moved, but not as requested. */
  UnderReview: 'under-review',
  Declined: 'declined',
  Cancelled: 'cancelled',
  TimedOut: 'timed-out',
  Aborted: 'aborted',
  /** It ended for another reason. No money moved. */
  Failed: 'failed',
} as const;
export type TillState = (typeof TillState)[keyof typeof TillState];

/** Computes a session's state from everything that is known about it. */
export function tillState({ ending, sending, unknownReason, abort }: TillSession): TillState {
  if (ending !== null) return endState(ending);
  if (sending === 'rejected') return TillState.NotSent;
  if (unknownReason !== null || sending === 'unknown') return TillState.Unknown;
  if (abort === 'accepted') return TillState.Aborting;
  return sending === 'under-way' ? TillState.Sending : TillState.Waiting;
}

const END_STATES: Readonly<Record<number, TillState>> = {
  [SessionEvent.DeclinedByServer]: TillState.Declined,
  [SessionEvent.DeclinedByTerminal]: TillState.Declined,
  [SessionEvent.DeclinedByCard]: TillState.Declined,
  [SessionEvent.CancelledByUser]: TillState.Cancelled,
  [SessionEvent.TimedOut]: TillState.TimedOut,
  [SessionEvent.Aborted]: TillState.Aborted,
};

function endState({ success, matches, eventId }: SessionEnding): TillState {
  if (success) return matches ? TillState.Approved : TillState.UnderReview;
  return END_STATES[eventId] ?? TillState.Failed;
}

/** Returns whether money may still move. */
export function isOpen({ ending, sending }: TillSession): boolean {
  return ending === null && sending !== 'rejected';
}

/** Returns what can still be refunded of a sale, in minor units. A refund with an unknown outcome counts as refunded. */
export function refundable(sale: TillSession, refunds: readonly TillSession[]): number {
  if (sale.kind !== 'sale' || tillState(sale) !== TillState.Approved) return 0;
  const counted = refunds.filter((refund) => isOpen(refund) || refund.ending?.success === true);
  return counted.reduce((left, { amount }) => left - amount, sale.amount);
}

/** Changes whenever something new is known about any of the sessions. */
export function tillVersion(sessions: readonly TillSession[]): string {
  return sessions
    .map((session) => [tillState(session), session.unknownReason, session.abort].join('.'))
    .join('-');
}

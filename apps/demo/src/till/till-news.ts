import type { MethodReturn, PosSession } from 'nestjs-pay';
import type { TillSession } from './till-session.js';

/** `error.eventId` of a session id that was used before. */
const ID_USED = 1201;
/** HTTP status where an abort is under way already. */
const CONFLICT = 409;

/**
 * What an answer to the request says. A refusal counts only at the first try: later it says nothing of the try before.
 * An id that was used before means that an earlier try arrived.
 */
export function noteSent(session: TillSession, answer: MethodReturn<null>, isFirst: boolean): TillSession {
  if (answer.success || answer.error.eventId === ID_USED) return noteRunning(session);
  if (session.sending === 'accepted') return session;
  return isFirst && answer.error.outcome !== 'unknown'
    ? { ...session, sending: 'refused', refusal: answer.message }
    : { ...session, sending: 'unknown' };
}

/** The service knows the session, and it has not ended. */
export function noteRunning(session: TillSession): TillSession {
  return { ...session, sending: 'accepted', doubt: null };
}

/** The service did not say how it ended. */
export function noteDoubt(session: TillSession, code: string): TillSession {
  return session.ending === null
    ? { ...session, doubt: code === 'notfound' ? 'not-found' : 'no-answer' }
    : session;
}

/** What came of asking for an abort. Only the session's end says whether it won. */
export function noteAbort(session: TillSession, answer: MethodReturn<null>): TillSession {
  if (answer.success || answer.error.httpStatus === CONFLICT) {
    return { ...session, abort: 'accepted', doubt: null };
  }
  if (session.abort === 'accepted') return session;
  return { ...session, abort: answer.error.outcome === 'unknown' ? 'unknown' : 'refused' };
}

/** The session has ended. The first end that is heard of stays. */
export function noteEnding(session: TillSession, ended: PosSession): TillSession {
  if (session.ending !== null) return session;
  const card = [ended.cardType, ended.primaryAccountNumberMasked].filter((part) => part != null).join(' ');
  return {
    ...session,
    sending: 'accepted',
    doubt: null,
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

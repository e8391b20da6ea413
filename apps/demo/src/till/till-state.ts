import { SessionEvent } from 'nestjs-pay';
import type { SessionEnding, TillSession } from './till-session.js';

/** Where a session stands. */
export const TillState = {
  Sending: 'sending',
  /** The terminal has it, or soon will. */
  Waiting: 'waiting',
  /** An abort was accepted; the card may still be faster. */
  Aborting: 'aborting',
  /** Nobody knows whether money moved or will. */
  Unknown: 'unknown',
  /** The request never arrived. */
  NotSent: 'not-sent',
  Approved: 'approved',
  /** Money moved, but not as it was asked for. */
  UnderReview: 'under-review',
  Declined: 'declined',
  Cancelled: 'cancelled',
  TimedOut: 'timed-out',
  Aborted: 'aborted',
  /** It ended for another reason, and no money moved. */
  Failed: 'failed',
} as const;
export type TillState = (typeof TillState)[keyof typeof TillState];

/** The state that all that is known adds up to. */
export function tillState({ ending, sending, doubt, abort }: TillSession): TillState {
  if (ending !== null) return endState(ending);
  if (sending === 'refused') return TillState.NotSent;
  if (doubt !== null || sending === 'unknown') return TillState.Unknown;
  if (abort === 'accepted') return TillState.Aborting;
  return sending === 'under-way' ? TillState.Sending : TillState.Waiting;
}

/** Whether money may still move. */
export function isOpen({ ending, sending }: TillSession): boolean {
  return ending === null && sending !== 'refused';
}

/**
 * What can still be given back of a sale, minor units. A refund whose outcome is open counts as given back: otherwise a second
 * one could be added to it.
 */
export function refundable(sale: TillSession, refunds: readonly TillSession[]): number {
  if (sale.kind !== 'sale' || tillState(sale) !== TillState.Approved) return 0;
  const given = refunds.filter((refund) => isOpen(refund) || refund.ending?.success === true);
  return given.reduce((left, { amount }) => left - amount, sale.amount);
}

/** Changes whenever something new is known about any of the sessions. */
export function tillVersion(sessions: readonly TillSession[]): string {
  return sessions.map((session) => [tillState(session), session.doubt, session.abort].join('.')).join('-');
}

function endState({ success, matches, eventId }: SessionEnding): TillState {
  if (success) return matches ? TillState.Approved : TillState.UnderReview;
  switch (eventId) {
    case SessionEvent.DeclinedByServer:
    case SessionEvent.DeclinedByTerminal:
    case SessionEvent.DeclinedByCard:
      return TillState.Declined;
    case SessionEvent.CancelledByUser:
      return TillState.Cancelled;
    case SessionEvent.TimedOut:
      return TillState.TimedOut;
    case SessionEvent.Aborted:
      return TillState.Aborted;
    default:
      return TillState.Failed;
  }
}

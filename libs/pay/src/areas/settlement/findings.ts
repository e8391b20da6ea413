import type { PayInquiry } from '../../core/inquiry.js';
import type { CallMeta, MethodReturn } from '../../core/method-return.js';
import { OrderState } from '../payments/payments.enums.js';
import { matchTransactions } from './match-transactions.js';
import type { InquiryReads } from './reads.js';
import type { Settlement } from './settlement.types.js';

/** What one look at the service showed. */
export interface Finding {
  settlement: Settlement;
  meta: CallMeta;
  /** Looking again may show more. */
  mayChange: boolean;
  /** The call itself took effect, whatever became of what it began. */
  arrived: boolean;
  /** The service answered, and nothing fits. */
  seenNothing: boolean;
  /** No other call can have made what was found: it carries the call's own reference, or names what it was about. */
  isOwn: boolean;
}

const NOTHING: Settlement = {
  state: 'unknown',
  certain: false,
  transaction: null,
  order: null,
  session: null,
  candidates: [],
  next: '',
};

/** A settlement that nothing was found for. */
export function unsettled(next: string): Settlement {
  return { ...NOTHING, next };
}

/** A settlement that is beyond doubt. */
export function settled(state: 'done' | 'not-done', next: string): Settlement {
  return { ...NOTHING, state, certain: true, next };
}

const LOOK_AGAIN =
  'It was not seen yet. Settle it again later; repeat the call only after a time in which it would have been seen.';

/** Asks once. @param sentAt of the service's clock, milliseconds since 1970. */
export async function look(inquiry: PayInquiry, reads: InquiryReads, sentAt: () => number): Promise<Finding> {
  if (inquiry.about === 'session') return ofSession(await reads.session());
  if (inquiry.about === 'cancelled-order') return ofOrder(await reads.order());
  const read = await reads.transactions();
  if (!read.success) return notRead(read);
  const { failed, isMarked, seenNothing, ...found } = matchTransactions(inquiry, read.data, sentAt());
  const at = {
    meta: read.meta,
    mayChange: !found.certain,
    arrived: found.certain,
    seenNothing,
    isOwn: isMarked,
  };
  if (found.transaction !== null) {
    const next = found.certain
      ? 'It was done: keep the id of the transaction.'
      : 'Something fits that may be another’s: compare `candidates` with your own records before you act.';
    return { settlement: { ...NOTHING, ...found, state: 'done', next }, ...at };
  }
  if (failed)
    return {
      settlement: settled('not-done', 'The service tried it and it failed.'),
      ...at,
      mayChange: false,
    };
  return { settlement: unsettled(LOOK_AGAIN), ...at };
}

/** One order is cancelled once, and a session has its own id. */
const NO_RIVAL = { isOwn: true };

type OrderRead = Awaited<ReturnType<InquiryReads['order']>>;
type SessionRead = Awaited<ReturnType<InquiryReads['session']>>;

function ofOrder(read: OrderRead): Finding {
  if (!read.success) return notRead(read);
  const { data: order, meta } = read;
  const done = order.StateId === OrderState.Canceled;
  const settlement = done
    ? settled('done', 'The order is cancelled.')
    : settled(
        'not-done',
        'The order is not cancelled: see its state, and cancel it again where it is still pending.',
      );
  return {
    settlement: { ...settlement, order },
    meta,
    ...NO_RIVAL,
    mayChange: false,
    arrived: done,
    seenNothing: !done,
  };
}

function ofSession(read: SessionRead): Finding {
  if (!read.success) {
    // It is saved with a delay; and who never reached the terminal pays nothing by asking again.
    const found = notRead(read);
    if (read.code !== 'notfound') return found;
    const next =
      'The service knows no such session yet. Repeat the request with the SAME sessionId, which never pays twice.';
    return { ...found, settlement: unsettled(next), mayChange: true, seenNothing: true };
  }
  const { data: session, meta } = read;
  if (session === null)
    return {
      settlement: unsettled('The session is still running: wait for it.'),
      meta,
      ...NO_RIVAL,
      mayChange: true,
      arrived: true,
      seenNothing: false,
    };
  const settlement = session.success
    ? settled('done', 'It is paid: keep the session and its transaction.')
    : settled('not-done', 'The session ended without payment: a new try needs a new sessionId.');
  return {
    settlement: { ...settlement, session },
    meta,
    ...NO_RIVAL,
    mayChange: false,
    arrived: true,
    seenNothing: false,
  };
}

function notRead(read: Extract<MethodReturn<unknown>, { success: false }>): Finding {
  const settlement = unsettled(`The service could not be asked. ${read.message}`);
  return {
    settlement,
    meta: read.meta,
    mayChange: read.error.retryable,
    arrived: false,
    seenNothing: false,
    isOwn: false,
  };
}

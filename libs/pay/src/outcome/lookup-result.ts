import { OrderState } from '../areas/payments/payments.enums.js';
import type { CallMeta, MethodReturn } from '../core/operation/method-return.js';
import type { PayOutcomeLookup } from '../core/operation/outcome-lookup.js';
import type { LookupReads } from './lookup-reads.js';
import { matchTransactions } from './match-transactions.js';
import type { ResolvedOutcome } from './resolved-outcome.js';

/** What one look at the service showed. */
export interface LookupResult {
  outcome: ResolvedOutcome;
  meta: CallMeta;
  /** Another look may show more. */
  mayChange: boolean;
  /** The call itself took effect, whatever became of what it started. */
  arrived: boolean;
  /** The service answered, and shows nothing that the call may have made. */
  seenNothing: boolean;
  /** No other call can have made what was found: it carries the call's own reference or id. */
  isOwn: boolean;
}

const NOTHING: Omit<ResolvedOutcome, 'state' | 'next'> = {
  transaction: null,
  order: null,
  session: null,
  candidates: [],
};

/** An outcome without further data. */
export function outcomeOf(state: ResolvedOutcome['state'], next: string): ResolvedOutcome {
  return { ...NOTHING, state, next };
}

const NOT_SEEN =
  'The service does not show it yet. Look again later; repeat the call only after a time in which it would have been seen.';
const MAY_BE_ANOTHERS =
  'The service shows a transaction that may belong to another call: compare `candidates` with your own records before you act.';

/** Looks once. @param sentAt when the call was sent, milliseconds since 1970 of the service's clock. */
export async function lookOnce(
  lookup: PayOutcomeLookup,
  reads: LookupReads,
  sentAt: () => number,
): Promise<LookupResult> {
  if (lookup.about === 'session') return ofSession(await reads.session());
  if (lookup.about === 'cancelled-order') return ofOrder(await reads.order());
  const read = await reads.transactions();
  if (!read.success) return notRead(read);
  const { transaction, candidates, certain, failed, isMarked, seenNothing } = matchTransactions(
    lookup,
    read.data,
    sentAt(),
  );
  const seen = { meta: read.meta, mayChange: !certain, arrived: certain, seenNothing, isOwn: isMarked };
  if (certain) {
    const done = outcomeOf('done', 'It was done: keep the id of the transaction.');
    return { ...seen, outcome: { ...done, transaction, candidates } };
  }
  if (candidates.length > 0)
    return { ...seen, outcome: { ...outcomeOf('unknown', MAY_BE_ANOTHERS), candidates } };
  if (failed)
    return {
      ...seen,
      outcome: outcomeOf('not-done', 'The service tried it and it failed.'),
      mayChange: false,
    };
  return { ...seen, outcome: outcomeOf('unknown', NOT_SEEN) };
}

type OrderRead = Awaited<ReturnType<LookupReads['order']>>;
type SessionRead = Awaited<ReturnType<LookupReads['session']>>;

function ofOrder(read: OrderRead): LookupResult {
  if (!read.success) return notRead(read);
  const { data: order, meta } = read;
  const isCanceled = order.StateId === OrderState.Canceled;
  const outcome = isCanceled
    ? outcomeOf('done', 'The order is cancelled.')
    : outcomeOf(
        'not-done',
        'The order is not cancelled: read its state, and cancel it again if it is pending.',
      );
  return {
    outcome: { ...outcome, order },
    meta,
    isOwn: true,
    mayChange: false,
    arrived: isCanceled,
    seenNothing: !isCanceled,
  };
}

function ofSession(read: SessionRead): LookupResult {
  if (!read.success) {
    const found = notRead(read);
    if (read.code !== 'notfound') return found;
    // The service saves sessions with a delay, and a repeated request with the same sessionId never pays twice.
    const next =
      'The service knows no such session yet. Repeat the request with the SAME sessionId, which never pays twice.';
    return { ...found, outcome: outcomeOf('unknown', next), mayChange: true, seenNothing: true };
  }
  const { data: session, meta } = read;
  const arrived = { meta, isOwn: true, arrived: true, seenNothing: false };
  if (session === null)
    return {
      ...arrived,
      outcome: outcomeOf('unknown', 'The session is still running: wait for it.'),
      mayChange: true,
    };
  const outcome = session.success
    ? outcomeOf('done', 'It is paid: keep the session and its transaction.')
    : outcomeOf('not-done', 'The session ended without payment: a new attempt needs a new sessionId.');
  return { ...arrived, outcome: { ...outcome, session }, mayChange: false };
}

function notRead(read: Extract<MethodReturn<unknown>, { success: false }>): LookupResult {
  return {
    outcome: outcomeOf('unknown', `The service could not be asked. ${read.message}`),
    meta: read.meta,
    mayChange: read.error.retryable,
    arrived: false,
    seenNothing: false,
    isOwn: false,
  };
}

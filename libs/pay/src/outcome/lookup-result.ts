import { OrderState, TransactionStatus } from '../areas/coded-values.generated.js';
import type { CallMeta, MethodReturn } from '../core/operation/method-return.js';
import type { PayOutcomeLookup } from '../core/operation/outcome-lookup.js';
import type { LookupReads } from './lookup-reads.js';
import { kindOfType } from '../areas/transactions/movement-kind.js';
import { matchTransactions } from './match-transactions.js';
import type { ResolvedOutcome } from '../areas/resolved-outcome.js';
import type { LegacyTransaction } from '../areas/results.generated.js';

/** Result of one read of the service's data. */
export interface LookupResult {
  outcome: ResolvedOutcome;
  meta: CallMeta;
  /** Whether another read may show more. */
  mayChange: boolean;
  /** Whether the request arrived, even if the payment that it started failed. */
  arrived: boolean;
  /** Whether the service responded and shows nothing that the call may have made. */
  seenNothing: boolean;
  /** Whether no other call can have made the result, because it carries this call's reference or ID. */
  isOwn: boolean;
}

const NOTHING: Omit<ResolvedOutcome, 'state' | 'next'> = {
  transaction: null,
  order: null,
  session: null,
  candidates: [],
};

/** Creates an outcome without further data. */
export function outcomeOf(state: ResolvedOutcome['state'], next: string): ResolvedOutcome {
  return { ...NOTHING, state, next };
}

const NOT_SEEN =
  'The service does not show the call yet. Look it up again later. Repeat the call only after the service had time to show it.';
const NOT_LISTED =
  'The service does not list the payment that the call is about, so the list proves nothing. Look the call up again later, and do not repeat it before.';
const MAY_STILL_SUCCEED =
  'The service lists the call as failed, but such a transaction can still succeed within 30 minutes. Look it up again later, and do not repeat the call before.';
const IN_PROGRESS =
  'The service lists the transaction of the call as in progress. It can still succeed or fail. Look it up again later, and do not repeat the call before.';
const MAY_BE_OF_OTHER_CALL =
  'The service shows a transaction that may belong to another call. Compare `candidates` with your own records before you act.';

/**
 * Time in milliseconds after which a failed transaction is final. The service was seen to change one from `E` to `F`; how long that
 * can take is inferred from the default lifetime of an order. @see contract/behaviour/transactions.yaml traps
 */
export const FAILURE_IS_FINAL_AFTER_MS = 30 * 60_000;

/** Times by the service's clock, in milliseconds since 1970. */
export interface LookupTimes {
  sentAt: number;
  now: number;
}

/** Looks an outcome up once. The times are read after the service responded, because its response can correct them. */
export async function lookUpOnce(
  lookup: PayOutcomeLookup,
  reads: LookupReads,
  times: () => LookupTimes,
): Promise<LookupResult> {
  if (lookup.about === 'session') return ofSession(await reads.session());
  if (lookup.about === 'cancelled-order') return ofOrder(await reads.order());
  const read = await reads.transactions();
  if (!read.success) return notRead(read);
  const { sentAt, now } = times();
  const { transaction, candidates, certain, failedAt, isMarked, seenNothing } = matchTransactions(
    lookup,
    read.data,
    sentAt,
  );
  const seen = { meta: read.meta, mayChange: !certain, arrived: certain, seenNothing, isOwn: isMarked };
  if (certain && isInProgress(transaction))
    return {
      ...seen,
      outcome: { ...outcomeOf('unknown', IN_PROGRESS), transaction, candidates },
      mayChange: true,
      // With `arrived`, a call with an idempotency key would return a successful response.
      arrived: false,
    };
  if (certain) {
    const done = outcomeOf('done', 'The call took effect. Store the ID of its transaction.');
    return { ...seen, outcome: { ...done, transaction, candidates } };
  }
  if (candidates.length > 0)
    return { ...seen, outcome: { ...outcomeOf('unknown', MAY_BE_OF_OTHER_CALL), candidates } };
  if (failedAt !== null) {
    const isFinal = now - failedAt >= FAILURE_IS_FINAL_AFTER_MS;
    const outcome = isFinal
      ? outcomeOf('not-done', 'The service executed the call, and it failed.')
      : outcomeOf('unknown', MAY_STILL_SUCCEED);
    return { ...seen, outcome, mayChange: false, seenNothing: isFinal };
  }
  const isUnpaid = seenNothing || (lookup.about === 'order-charge' && (await isPending(reads)));
  return { ...seen, seenNothing: isUnpaid, outcome: outcomeOf('unknown', isUnpaid ? NOT_SEEN : NOT_LISTED) };
}

async function isPending(reads: LookupReads): Promise<boolean> {
  const { data: order } = await reads.order();
  return order?.StateId === OrderState.Pending;
}

/** A held pre-authorization may be active, too. */
function isInProgress(transaction: LegacyTransaction | null): boolean {
  if (transaction?.StatusId !== TransactionStatus.Active) return false;
  return kindOfType(transaction.TransactionType.TransactionTypeId) !== 'hold';
}

type OrderRead = Awaited<ReturnType<LookupReads['order']>>;
type SessionRead = Awaited<ReturnType<LookupReads['session']>>;

function ofOrder(read: OrderRead): LookupResult {
  if (!read.success) return notRead(read);
  const { data: order, meta } = read;
  const isCanceled = order.StateId === OrderState.Canceled;
  const outcome = isCanceled
    ? outcomeOf('done', 'The order is canceled.')
    : outcomeOf(
        'not-done',
        'The order is not canceled. Read its state, and cancel it again if it is pending.',
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
      'The service does not have the session yet. Repeat the request with the SAME sessionId, which never pays twice.';
    return { ...found, outcome: outcomeOf('unknown', next), mayChange: true, seenNothing: true };
  }
  const { data: session, meta } = read;
  const arrived = { meta, isOwn: true, arrived: true, seenNothing: false };
  if (session === null)
    return {
      ...arrived,
      outcome: outcomeOf('unknown', 'The session is still running. Wait until it ends.'),
      mayChange: true,
    };
  const outcome = session.success
    ? outcomeOf('done', 'The payment was made. Store the session and its transaction.')
    : outcomeOf('not-done', 'The session ended without payment. A new attempt needs a new sessionId.');
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

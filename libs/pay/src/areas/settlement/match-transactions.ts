import type { PayInquiry } from '../../core/inquiry.js';
import { toMinorUnits } from '../../core/money.js';
import type { LegacyTransaction } from '../transactions/legacy-transaction.types.js';
import { isCharge, isOfKnownKind } from '../transactions/remaining-amounts.js';
import { TransactionStatus } from '../transactions/transactions.enums.js';

/** Made so long before the call, by the clock that is known, a transaction is another's. */
const OLDER_MS = { service: 60_000, own: 300_000 } as const;
/** The service says its time in whole seconds, and answers take theirs. */
const SERVICE_SLACK_MS = 5_000;
/** By the same inexactness: an attempt that failed sooner may be an earlier one under the same reference. */
const FAILED_AFTER_MS = 2_000;

/** The transactions that a call may have made. */
export interface Match {
  transaction: LegacyTransaction | null;
  certain: boolean;
  /** It carries the call's own reference: no call with another one made it. */
  isMarked: boolean;
  candidates: LegacyTransaction[];
  /**
   * None that it can have made, whenever and in whatever currency: a clock that was wrong when it was sent makes its own look like
   * an older one.
   */
  seenNothing: boolean;
  /** The service has the attempt, and it failed. */
  failed: boolean;
}

/** Finds what a call made among an order's transactions. Pure. @param sentAt of the service's clock, milliseconds since 1970. */
export function matchTransactions(
  inquiry: PayInquiry,
  transactions: readonly LegacyTransaction[],
  sentAt: number,
): Match {
  const source = transactions.find(({ TransactionId }) => isSame(TransactionId, inquiry.id));
  const made = transactions.filter((one) => isMadeBySuch(one, inquiry));
  const fitting = made.filter((one) => inquiry.amount === null || isAmount(one, inquiry.amount));
  // A transaction takes its parent's reference where it was given none.
  const mark = inquiry.merchantTrns === source?.MerchantTrns ? null : inquiry.merchantTrns;
  const isMarked = ({ MerchantTrns }: LegacyTransaction): boolean => mark !== null && MerchantTrns === mark;
  // Of an order's own charges nobody knows what they would be given.
  const isUnmarked = ({ MerchantTrns }: LegacyTransaction): boolean =>
    (MerchantTrns ?? '') === '' || source === undefined || MerchantTrns === source.MerchantTrns;
  const mayBeIts = (one: LegacyTransaction): boolean => mark === null || isUnmarked(one);
  const isRecent = (one: LegacyTransaction): boolean => !(madeAt(one) < sentAt - OLDER_MS[inquiry.clock]);
  const marked = fitting.filter(isMarked);
  const all = marked.length > 0 ? marked : fitting.filter((one) => mayBeIts(one) && isRecent(one));
  const didNotFail = ({ StatusId }: LegacyTransaction): boolean => StatusId !== TransactionStatus.Error;
  const candidates = all.filter(didNotFail);
  const mayBeSeen = (one: LegacyTransaction): boolean =>
    didNotFail(one) && (isMarked(one) || (inquiry.clock === 'own' && fitting.includes(one) && mayBeIts(one)));
  const [transaction = null] = candidates;
  const isNewer = (one: LegacyTransaction): boolean =>
    inquiry.clock === 'service' && madeAt(one) >= sentAt - SERVICE_SLACK_MS;
  const isOwnAttempt = (one: LegacyTransaction): boolean =>
    inquiry.clock === 'service' && madeAt(one) >= sentAt + FAILED_AFTER_MS;
  const certainOf = (one: LegacyTransaction): boolean =>
    marked.length > 0
      ? isRecent(one)
      : mark === null && isUnmarked(one) && isOfKnownKind(one) && isNewer(one);
  const seenNothing = candidates.length === 0 && !made.some(mayBeSeen);
  return {
    transaction,
    candidates,
    certain: candidates.length === 1 && transaction !== null && certainOf(transaction),
    isMarked: marked.length > 0,
    seenNothing,
    failed: seenNothing && marked.some(isOwnAttempt),
  };
}

/** A type that nobody knows may be what such a call makes. */
function isMadeBySuch(one: LegacyTransaction, { about, id }: PayInquiry): boolean {
  const isMadeOfIt = about === 'order-charge' ? (one.ParentId ?? '') === '' : isSame(one.ParentId, id);
  return isMadeOfIt && (!isOfKnownKind(one) || isCharge(one) === (about !== 'refund'));
}

/** An amount that cannot be read may be the one. */
function isAmount({ Amount, CurrencyCode }: LegacyTransaction, amount: number): boolean {
  try {
    return Math.abs(toMinorUnits(Amount, CurrencyCode)) === amount;
  } catch (error) {
    if (error instanceof RangeError) return true;
    throw error;
  }
}

function isSame(one: string | null, other: string): boolean {
  return one?.toLowerCase() === other.trim().toLowerCase();
}

/** NaN where it cannot be read, which is never older. */
function madeAt({ InsDate }: LegacyTransaction): number {
  return Date.parse(InsDate);
}

import type { PayOutcomeLookup } from '../core/operation/outcome-lookup.js';
import { toMinorUnits } from '../core/values/money.js';
import type { LegacyTransaction } from '../areas/transactions/legacy-transaction.types.js';
import { isCharge, isOfKnownKind } from '../areas/transactions/remaining-amounts.js';
import { TransactionStatus } from '../areas/transactions/transactions.enums.js';

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
   * No transaction that the call can have made, of whatever age: the service's `Date` may run ahead of its `InsDate`, and a wrong
   * clock makes the call's own transaction look older than the call.
   */
  seenNothing: boolean;
  /** The service has the attempt, and it failed. */
  failed: boolean;
}

/** Finds what a call made among an order's transactions. Pure. @param sentAt of the service's clock, milliseconds since 1970. */
export function matchTransactions(
  outcomeLookup: PayOutcomeLookup,
  transactions: readonly LegacyTransaction[],
  sentAt: number,
): Match {
  const source = transactions.find(({ TransactionId }) => isSame(TransactionId, outcomeLookup.id));
  const made = transactions.filter((one) => isMadeBySuch(one, outcomeLookup));
  const fitting = made.filter((one) => outcomeLookup.amount === null || isAmount(one, outcomeLookup.amount));
  // A transaction takes its parent's reference where it was given none.
  const mark = outcomeLookup.merchantTrns === source?.MerchantTrns ? null : outcomeLookup.merchantTrns;
  const isMarked = ({ MerchantTrns }: LegacyTransaction): boolean => mark !== null && MerchantTrns === mark;
  // Of an order's own charges nobody knows what they would be given.
  const isUnmarked = ({ MerchantTrns }: LegacyTransaction): boolean =>
    (MerchantTrns ?? '') === '' || source === undefined || MerchantTrns === source.MerchantTrns;
  const mayBeIts = (one: LegacyTransaction): boolean => mark === null || isUnmarked(one);
  const isRecent = (one: LegacyTransaction): boolean =>
    !(madeAt(one) < sentAt - OLDER_MS[outcomeLookup.clock]);
  const marked = fitting.filter(isMarked);
  const all = marked.length > 0 ? marked : fitting.filter((one) => mayBeIts(one) && isRecent(one));
  const didNotFail = ({ StatusId }: LegacyTransaction): boolean => StatusId !== TransactionStatus.Error;
  const candidates = all.filter(didNotFail);
  const mayBeSeen = (one: LegacyTransaction): boolean =>
    didNotFail(one) && (isMarked(one) || (fitting.includes(one) && mayBeIts(one)));
  const [transaction = null] = candidates;
  const isNewer = (one: LegacyTransaction): boolean =>
    outcomeLookup.clock === 'service' && madeAt(one) >= sentAt - SERVICE_SLACK_MS;
  const isOwnAttempt = (one: LegacyTransaction): boolean =>
    outcomeLookup.clock === 'service' && madeAt(one) >= sentAt + FAILED_AFTER_MS;
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
function isMadeBySuch(one: LegacyTransaction, { about, id }: PayOutcomeLookup): boolean {
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

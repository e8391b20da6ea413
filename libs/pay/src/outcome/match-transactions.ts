import type { PayOutcomeLookup } from '../core/operation/outcome-lookup.js';
import { exactMinorUnits } from '../core/values/money.js';
import { isSameId } from '../core/values/uuid.js';
import { isCharge, isOfKnownKind } from '../areas/transactions/remaining-amounts.js';
import { TransactionStatus } from '../areas/coded-values.generated.js';
import type { LegacyTransaction } from '../areas/results.generated.js';

/** Age before the call, by either clock, from which a transaction belongs to an earlier call. */
const OLDER_MS = { service: 60_000, own: 300_000 } as const;
/** Tolerance for the service's time, which has whole seconds, and for the duration of a response. */
const SERVICE_SLACK_MS = 5_000;
/** Failed attempts that are newer than this may still be earlier attempts with the same reference. */
const FAILED_AFTER_MS = 2_000;

/**
 * Finds the transactions that a call made among those of its order. Pure.
 *
 * @param sentAt - Time of sending by the service's clock, in milliseconds since 1970.
 */
export function matchTransactions(
  outcomeLookup: PayOutcomeLookup,
  transactions: readonly LegacyTransaction[],
  sentAt: number,
) {
  const source = transactions.find(({ TransactionId }) => isSameId(TransactionId, outcomeLookup.id));
  const ofSameKind = transactions.filter((one) => hasKindOf(outcomeLookup, one));
  const fitting = ofSameKind.filter(
    (one) => outcomeLookup.amount === null || hasAmount(one, outcomeLookup.amount),
  );
  // A transaction without its own reference inherits that of its parent, so an equal reference identifies nothing.
  const inherited = referenceOf(source?.MerchantTrns);
  const mark = referenceOf(outcomeLookup.merchantTrns) === inherited ? null : outcomeLookup.merchantTrns;
  const isMarked = ({ MerchantTrns }: LegacyTransaction): boolean =>
    mark !== null && referenceOf(MerchantTrns) === referenceOf(mark);
  // An order's own charges have no source, so the reference that they inherit is unknown.
  const isUnmarked = ({ MerchantTrns }: LegacyTransaction): boolean =>
    source === undefined || ['', inherited].includes(referenceOf(MerchantTrns));
  const mayBeOwn = (one: LegacyTransaction): boolean => mark === null || isUnmarked(one);
  const isRecent = (one: LegacyTransaction): boolean =>
    !(madeAt(one) < sentAt - OLDER_MS[outcomeLookup.clock]);
  const marked = fitting.filter(isMarked);
  const all = marked.length > 0 ? marked : fitting.filter((one) => mayBeOwn(one) && isRecent(one));
  const didNotFail = ({ StatusId }: LegacyTransaction): boolean => StatusId !== TransactionStatus.Error;
  const candidates = all.filter(didNotFail);
  const mayBeSeen = (one: LegacyTransaction): boolean =>
    didNotFail(one) && (isMarked(one) || (fitting.includes(one) && mayBeOwn(one)));
  const [transaction = null] = candidates;
  const isNewer = (one: LegacyTransaction): boolean =>
    outcomeLookup.clock === 'service' && madeAt(one) >= sentAt - SERVICE_SLACK_MS;
  const isOwnAttempt = (one: LegacyTransaction): boolean =>
    outcomeLookup.clock === 'service' && madeAt(one) >= sentAt + FAILED_AFTER_MS;
  const certainOf = (one: LegacyTransaction): boolean =>
    marked.length > 0
      ? isRecent(one)
      : mark === null && isUnmarked(one) && isOfKnownKind(one) && isNewer(one);
  const attempts = marked.filter(isOwnAttempt);
  // The list was empty for paid orders, so it shows nothing unless it has the transaction that the call was about.
  const isComplete = outcomeLookup.about === 'order-charge' ? transactions.length > 0 : source !== undefined;
  const seenNothing = isComplete && candidates.length === 0 && !ofSameKind.some(mayBeSeen);
  return {
    transaction,
    candidates,
    certain: candidates.length === 1 && transaction !== null && certainOf(transaction),
    /** Whether the transaction carries the call's own reference, so that no other call can have made it. */
    isMarked: marked.length > 0,
    /**
     * Whether the call can have made none of the transactions, whatever their age. The age does not count here, because the
     * service's `Date` may be ahead of its `InsDate`, and a wrong clock makes the call's own transaction look older.
     */
    seenNothing,
    /** Time of the call's latest attempt that the service lists as failed, by its clock. Null if there is none. */
    failedAt: seenNothing && attempts.length > 0 ? Math.max(...attempts.map(madeAt)) : null,
  };
}

/** Returns a reference without the blanks around it, which the service may not store. */
function referenceOf(text: string | null | undefined): string {
  return (text ?? '').trim();
}

/** Returns whether a call with this lookup makes such transactions. An unknown type may be one of them. */
function hasKindOf({ about, id }: PayOutcomeLookup, one: LegacyTransaction): boolean {
  const hasSource = about === 'order-charge' ? (one.ParentId ?? '') === '' : isSameId(one.ParentId, id);
  return hasSource && (!isOfKnownKind(one) || isCharge(one) === (about !== 'refund'));
}

/** Returns whether the transaction may have the amount. An unreadable amount may be equal. */
function hasAmount({ Amount, CurrencyCode }: LegacyTransaction, amount: number): boolean {
  const minor = exactMinorUnits(Amount, CurrencyCode);
  return minor === null || Math.abs(minor) === amount;
}

/** Returns NaN for an unreadable time, which never counts as older. */
function madeAt({ InsDate }: LegacyTransaction): number {
  return Date.parse(InsDate);
}

import { TransactionStatus } from '../areas/coded-values.generated.js';

/** Fact about one transaction of an order. Plain data. */
export interface TransactionFact {
  kind: 'transaction';
  /** Null if a terminal session does not contain it. */
  orderCode: string | null;
  /** Lower case. */
  transactionId: string;
  /** Parent transaction from the service's older read, or null if that was not read. */
  parentId: string | null;
  /** Parent transaction from an event. The service does not confirm this member. */
  postedParentId: string | null;
  /** `TransactionType`, or null if unknown. */
  type: number | null;
  /** `TransactionStatus`. */
  status: string;
  /** Time of the read in milliseconds since 1970, or null for an event, which reports an occurrence and not a state. */
  asOf: number | null;
  /** MINOR units, with the service's sign. */
  amount: number;
  /** ISO 4217 numeric code as a string. */
  currencyCode: string;
  /** Set for a reversal that the service sent and no longer shows. */
  isContested?: true;
}

/** Fact about an order. Plain data. */
export interface OrderFact {
  kind: 'order';
  orderCode: string;
  state: 'pending' | 'canceled' | 'expired' | 'paid';
  /** Time of the state in milliseconds since 1970, or null if unknown. */
  asOf: number | null;
}

/** Terminal session that failed before it made a transaction. Plain data. */
export interface FailedSessionFact {
  kind: 'session';
  orderCode: string | null;
  sessionId: string;
}

/** Fact about an order. Facts do not change: a later read gives another fact. */
export type PaymentFact = TransactionFact | OrderFact | FailedSessionFact;

/** Returns the subject of a fact. Facts with the same key are merged. */
export function keyOf(fact: PaymentFact): string {
  if (fact.kind === 'transaction') return `transaction ${fact.transactionId}`;
  return fact.kind === 'order' ? 'order' : `session ${fact.sessionId}`;
}

/**
 * Merges two facts with the same key. Each member is the greater of both by its own ranking, so order and repetition of
 * facts make no difference.
 */
export function mergeFacts(one: PaymentFact, other: PaymentFact): PaymentFact {
  if (one.kind === 'transaction' && other.kind === 'transaction') return mergeTransactions(one, other);
  if (one.kind === 'order' && other.kind === 'order') return greater(one, other, orderRank);
  if (one.kind === 'session' && other.kind === 'session')
    return { ...one, orderCode: greatest(one.orderCode, other.orderCode) };
  throw new TypeError('facts of different kinds cannot be merged');
}

function mergeTransactions(one: TransactionFact, other: TransactionFact): TransactionFact {
  if (one.currencyCode !== other.currencyCode)
    throw new RangeError(
      `transaction ${one.transactionId} has two currencies: ${one.currencyCode} and ${other.currencyCode}`,
    );
  const { status, asOf } = greater(one, other, statusRank);
  const merged: TransactionFact = {
    ...one,
    orderCode: greatest(one.orderCode, other.orderCode),
    parentId: greatest(one.parentId, other.parentId),
    postedParentId: greatest(one.postedParentId, other.postedParentId),
    type: greatest(one.type, other.type),
    status,
    asOf,
    // The larger amount counts, because a pre-authorization can be increased and no amount is reduced.
    // The negative sign counts, because only returned money has it.
    amount: greater(one, other, ({ amount }) => [Math.abs(amount), -amount]).amount,
  };
  // A read that shows the transaction proves that it still exists.
  if (other.isContested !== true) delete merged.isContested;
  return merged;
}

/** Progress of a transaction. Other statuses have `UNLISTED_RANK`. */
const STATUS_RANKS: Readonly<Record<string, number>> = {
  [TransactionStatus.Error]: 1,
  [TransactionStatus.Finished]: 2,
  [TransactionStatus.Captured]: 4,
  [TransactionStatus.Refunded]: 5,
  [TransactionStatus.Canceled]: 6,
  [TransactionStatus.DisputeSuspected]: 7,
  [TransactionStatus.Disputed]: 8,
  [TransactionStatus.DisputeAwaitingResponse]: 9,
  [TransactionStatus.DisputeInProgress]: 10,
  [TransactionStatus.DisputeWon]: 11,
  [TransactionStatus.DisputeLost]: 12,
  [TransactionStatus.DisputeRefunded]: 13,
};
const UNLISTED_RANK = 3;

type Rank = readonly (number | string)[];

/** Statuses that a later status replaces, whenever it was read: the service was seen to change `E` to `F`, and never back. */
const OPEN_RANKS: Readonly<Record<string, number>> = {
  [TransactionStatus.Active]: 0,
  [TransactionStatus.Error]: 1,
};

/** Any status replaces an open one. Otherwise the latest read decides, and an event only without a read. */
function statusRank({ status, asOf }: TransactionFact): Rank {
  return [OPEN_RANKS[status] ?? 2, asOf ?? -1, STATUS_RANKS[status] ?? UNLISTED_RANK, status];
}

const ORDER_RANKS = { pending: 0, canceled: 1, expired: 2, paid: 3 } as const;

/** Paid and expired are final. A cancellation can be reverted, so the latest fact decides. */
function orderRank({ state, asOf }: OrderFact): Rank {
  const rank = ORDER_RANKS[state];
  return [state === 'paid' || state === 'expired' ? rank : 0, asOf ?? -1, rank];
}

function greater<Fact>(one: Fact, other: Fact, rankOf: (fact: Fact) => Rank): Fact {
  const [first, second] = [rankOf(one), rankOf(other)];
  const at = first.findIndex((part, index) => part !== second[index]);
  const [mine, theirs] = [first[at], second[at]];
  return mine === undefined || theirs === undefined || mine > theirs ? one : other;
}

/** Returns the greater value. Null is the smallest. */
function greatest<Value extends string | number>(one: Value | null, other: Value | null): Value | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

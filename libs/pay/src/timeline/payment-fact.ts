import { TransactionStatus } from '../areas/transactions/transactions.enums.js';

/** What is known of one transaction of an order. Plain data. */
export interface TransactionFact {
  kind: 'transaction';
  /** Null where a terminal's session did not say. */
  orderCode: string | null;
  /** In lower case. */
  transactionId: string;
  /** What it derives from, as the service's older read says; null where that was not read. */
  parentId: string | null;
  /** The same as an event says: nobody confirms that member. */
  postedParentId: string | null;
  /** `TransactionType`; null where it was not said. */
  type: number | null;
  /** `TransactionStatus`. */
  status: string;
  /** When it was read, milliseconds since 1970; null for what an event tells, which is no state but an occurrence. */
  asOf: number | null;
  /** MINOR units, with the service's sign. */
  amount: number;
  /** ISO 4217 numeric, as text. */
  currencyCode: string;
}

/** What is known of an order itself. Plain data. */
export interface OrderFact {
  kind: 'order';
  orderCode: string;
  state: 'pending' | 'canceled' | 'expired' | 'paid';
  /** When it was so, milliseconds since 1970; null where that is not known. */
  asOf: number | null;
}

/** A session at a terminal that failed before there was a transaction. Plain data. */
export interface FailedSessionFact {
  kind: 'session';
  orderCode: string | null;
  sessionId: string;
}

/** One thing that is known of an order. Facts do not change: a later one about the same thing is another fact. */
export type PaymentFact = TransactionFact | OrderFact | FailedSessionFact;

/** What a fact is about: facts of one key are joined into one. */
export function keyOf(fact: PaymentFact): string {
  if (fact.kind === 'transaction') return `transaction ${fact.transactionId}`;
  return fact.kind === 'order' ? 'order' : `session ${fact.sessionId}`;
}

/**
 * Two facts about the same thing as one. Each member is the greater of the two in an order of its own, so that neither the
 * order in which facts come nor how often makes a difference.
 */
export function joined(one: PaymentFact, other: PaymentFact): PaymentFact {
  if (one.kind === 'transaction' && other.kind === 'transaction') return joinedTransaction(one, other);
  if (one.kind === 'order' && other.kind === 'order') return greater(one, other, orderRank);
  if (one.kind === 'session' && other.kind === 'session')
    return { ...one, orderCode: greatest(one.orderCode, other.orderCode) };
  throw new TypeError('facts about different things cannot be joined');
}

function joinedTransaction(one: TransactionFact, other: TransactionFact): TransactionFact {
  if (one.currencyCode !== other.currencyCode)
    throw new RangeError(
      `transaction ${one.transactionId} has two currencies: ${one.currencyCode} and ${other.currencyCode}`,
    );
  const { status, asOf } = greater(one, other, statusRank);
  return {
    ...one,
    orderCode: greatest(one.orderCode, other.orderCode),
    parentId: greatest(one.parentId, other.parentId),
    postedParentId: greatest(one.postedParentId, other.postedParentId),
    type: greatest(one.type, other.type),
    status,
    asOf,
    // A pre-authorisation can be increased, and nothing makes an amount smaller.
    // Of two signs the negative one counts: only what went back has it.
    amount: greater(one, other, ({ amount }) => [Math.abs(amount), -amount]).amount,
  };
}

/** How far a transaction has come; what is not listed stands between. */
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

/** `A` gives way to all others; else the latest read decides, and an event only where nothing was read. */
function statusRank({ status, asOf }: TransactionFact): Rank {
  const isOver = status === TransactionStatus.Active ? 0 : 1;
  return [isOver, asOf ?? -1, STATUS_RANKS[status] ?? UNLISTED_RANK, status];
}

const ORDER_RANKS = { pending: 0, canceled: 1, expired: 2, paid: 3 } as const;

/** Paid is final, expired too; a cancellation can be lifted, so that the latest word decides. */
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

/** The greater one; anything is greater than null. */
function greatest<Value extends string | number>(one: Value | null, other: Value | null): Value | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

import { amountText } from '../domain/currencies.js';
import type { ResponseOf } from '../control/control.js';
import { shellQuoted } from '../control/curl.js';
import { TransactionType } from '../domain/transaction.js';
import type { Transaction } from './books.model.js';
import type { ConsoleModel } from './console.model.js';
import { outcomeOf } from './deliveries.model.js';
import { grouped } from './grouped.js';
import { lastState, stateQuery } from './payment-states.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Ranges of the charts, the shortest first, with the time between two labels. */
export const RANGES = [
  { name: '1h', text: '1 h', bars: 30, barMs: 2 * MINUTE_MS, labelMs: 10 * MINUTE_MS },
  { name: '24h', text: '24 h', bars: 24, barMs: HOUR_MS, labelMs: 6 * HOUR_MS },
  { name: '7d', text: '7 d', bars: 28, barMs: 6 * HOUR_MS, labelMs: 24 * HOUR_MS },
] as const;
type Range = (typeof RANGES)[number];
const [SHORTEST, , LONGEST] = RANGES;
const lengthOf = ({ bars, barMs }: Range): number => bars * barMs;

/** Something that a chart counts: a delivery with its outcome, or a payment with the look of its state. */
interface Item {
  readonly createdAt: number;
  readonly kind: string;
}

/** Items over service time. */
export type Chart = ReturnType<typeof chart>;

/** Amounts of one currency, in minor units. */
export interface Sums {
  readonly currencyCode: string;
  /** Amounts of the orders. */
  readonly ordered: bigint;
  /** Money that customers paid. */
  readonly paid: bigint;
  /** Money that went back to customers: refunds, voids and lost disputes. */
  readonly returned: bigint;
}

/** The next work of a kind, and how much of the kind is later. */
export type NextWork = ResponseOf<'listComingWork'>[number] & { readonly later: number };

/** Content of the overview. */
export type Overview = ReturnType<typeof overview>;

/** Reads the overview of the account and its connected merchants. */
export function overview({ books, counts, deliveries, now, origin, query, read, world }: ConsoleModel) {
  const payments = books.flatMap((book) =>
    book.orders().map((order) => {
      const transactions = book.transactions().get(order.code) ?? [];
      const { amount, createdAt, currencyCode } = order;
      const state = lastState(order, transactions);
      const sums: Sums = { currencyCode, ordered: BigInt(amount), ...movedBy(transactions) };
      return { createdAt, state, kind: state[1], sums };
    }),
  );
  const states = [...grouped(payments, ({ state: [text] }) => text).values()]
    .sort((one, other) => other.length - one.length)
    .flatMap((orders) => {
      const { state } = orders[0] ?? {};
      const sums = addedUp(orders.map((order) => order.sums));
      return state ? [{ state, search: stateQuery(state), orders: orders.length, sums }] : [];
    });
  const sent = deliveries.map((one) => ({ createdAt: one.createdAt, kind: outcomeOf(one) }));
  const range = query.get('range');
  const path = world.id === null ? '' : `/worlds/${world.id}`;
  return {
    deliveries: chart(['delivered', 'waiting', 'held', 'retrying', 'gave-up', 'dropped'], sent, now, range),
    /** Orders by the look of the state of their newest payment. The page shows them while nothing is delivered. */
    payments: chart(['good', 'wait', 'bad', 'plain'], payments, now, range),
    /** Orders whose newest payment has the same state, with the search that lists them. */
    states,
    sums: addedUp(states.flatMap(({ sums }) => sums)),
    next: [...grouped(read('listComingWork'), ({ kind }) => kind).values()].flatMap(
      ([first, ...others]): readonly NextWork[] => (first ? [{ ...first, later: others.length }] : []),
    ),
    /** Command that makes a test payment. */
    curl: `curl -X POST ${shellQuoted(`${origin}/_simulator${path}/trigger/payment`)}`,
    webhooks: counts.webhooks,
  };
}

/** @param kinds - In the order of the chart, from the bottom. @param wanted - Name of the chosen range, or null. */
function chart(kinds: readonly string[], items: readonly Item[], now: number, wanted: string | null) {
  const range = rangeOf(items, now, wanted);
  const startOf = (time: number): number => time - (time % range.barMs);
  const byStart = grouped(items, ({ createdAt }) => startOf(createdAt));
  const newest = Math.max(0, ...byStart.keys());
  const current = startOf(now);
  // If nothing happened in the range, the bars end with the newest item instead.
  const last = newest > 0 && newest <= current - lengthOf(range) ? newest : current;
  const bars = Array.from({ length: range.bars }, (_, index) => {
    const start = last - (range.bars - 1 - index) * range.barMs;
    const own = byStart.get(start) ?? [];
    return { start, total: own.length, items: grouped(own, kindOf) };
  });
  return { kinds, range, bars, items: grouped(items, kindOf), total: items.length };
}

const kindOf = ({ kind }: Item): string => kind;

/** Returns the range of the query, or the shortest range that has all items of the last days. */
function rangeOf(items: readonly Item[], now: number, wanted: string | null): Range {
  const chosen = RANGES.find(({ name }) => name === wanted);
  if (chosen) return chosen;
  const times = items.map(({ createdAt }) => createdAt);
  const newest = times.reduce((one, other) => Math.max(one, other), 0);
  const oldest = times.reduce((one, other) => Math.min(one, other), now);
  const end = newest > now - lengthOf(LONGEST) ? now : newest;
  return (
    RANGES.find((range) => oldest > end - lengthOf(range) + range.barMs) ??
    (newest === 0 ? SHORTEST : LONGEST)
  );
}

/** Adds up the sums of each currency. */
function addedUp(all: readonly Sums[]): readonly Sums[] {
  return [...grouped(all, ({ currencyCode }) => currencyCode).values()].map((sums) =>
    sums.reduce((left, right) => ({
      currencyCode: left.currencyCode,
      ordered: left.ordered + right.ordered,
      paid: left.paid + right.paid,
      returned: left.returned + right.returned,
    })),
  );
}

/** Returns what customers paid with the transactions of an order, and what went back to them. Holds move no money. */
function movedBy(transactions: readonly Transaction[]): Pick<Sums, 'paid' | 'returned'> {
  const holds = new Set(
    transactions
      .filter(({ type }) => type === TransactionType.CardPreauth || type === TransactionType.CardVerification)
      .map(({ id }) => id),
  );
  let [paid, returned] = [0n, 0n];
  for (const { amount, id, parentId, refunded, status } of transactions) {
    if (/^[AE]$/.test(status) || holds.has(id) || (amount <= 0 && holds.has(parentId ?? ''))) continue;
    if (amount > 0) paid += BigInt(amount);
    else if (status !== 'X') returned -= BigInt(amount);
    if (status === 'ML') returned += BigInt(amount - refunded);
  }
  return { paid, returned };
}

/** Writes the sums in all currencies. @param isNamed - Whether the currency is beside each amount. */
export const sumText = (sums: readonly Sums[], amountOf: (sums: Sums) => bigint, isNamed = true): string =>
  sums
    .map((one) => amountText(amountOf(one), one.currencyCode))
    .map((text) => (isNamed ? text : text.replace(/ [A-Z]+$/, '')))
    .join(' + ');

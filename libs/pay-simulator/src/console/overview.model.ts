import { amountText } from '../domain/currencies.js';
import type { Control, ResponseOf } from '../control/control.js';
import type { ComingKind } from '../domain/coming-kinds.js';
import { shellQuoted } from '../control/curl.js';
import type { MerchantBooks, Order, Transaction } from './books.model.js';
import { outcomeOf, type DeliveryOutcome, type DeliverySummary } from './deliveries.model.js';
import { lastState, stateQuery, type ChipLook, type PaymentState } from './payment-states.js';
import { TransactionType } from '../domain/transaction.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A length of time that the chart of the deliveries shows. */
export interface Range {
  readonly name: string;
  readonly text: string;
  readonly bars: number;
  readonly barMs: number;
  /** Time between two labels. */
  readonly labelMs: number;
}

/** Ranges of the chart of the deliveries, the shortest first. */
export const RANGES = [
  { name: '1h', text: '1 h', bars: 30, barMs: 2 * MINUTE_MS, labelMs: 10 * MINUTE_MS },
  { name: '24h', text: '24 h', bars: 24, barMs: HOUR_MS, labelMs: 6 * HOUR_MS },
  { name: '7d', text: '7 d', bars: 28, barMs: 6 * HOUR_MS, labelMs: 24 * HOUR_MS },
] as const satisfies readonly Range[];
const [SHORTEST, , LONGEST] = RANGES;

/** Outcomes of a delivery, in the order of the chart from the bottom. `retrying`: the last attempt failed, and the next one is planned. */
const OUTCOMES = [
  'delivered',
  'waiting',
  'held',
  'retrying',
  'gave-up',
  'dropped',
] satisfies DeliveryOutcome[];
/** Looks of the states of payments, in the order of the chart from the bottom. */
const LOOKS = ['good', 'wait', 'bad', 'plain'] satisfies ChipLook[];

/** Something that a chart counts: a delivery with its outcome, or a payment with the look of its state. */
interface Item {
  readonly createdAt: number;
  readonly kind: string;
}

/** Number of items of each kind that has some. */
export type Counts = ReadonlyMap<string, number>;

/** Items that were created in the time of a bar. */
export interface Bar {
  /** Virtual time, milliseconds. */
  readonly start: number;
  readonly counts: Counts;
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

/** Orders whose newest payment has the same state. */
export interface StateRow {
  readonly state: PaymentState;
  /** Search that lists the orders. */
  readonly search: string;
  readonly orders: number;
  /** Sums in each currency. */
  readonly sums: readonly Sums[];
}

type ComingWork = ResponseOf<'listComingWork'>[number];

/** The next work of a kind. */
export interface NextWork extends ComingWork {
  /** Number of later work of the kind. */
  readonly later: number;
}

/** Content of the overview. */
export type Overview = ReturnType<typeof overview>;

/** Reads the overview of the account and its connected merchants. @param range - Name of the chosen range of the chart, or null. */
export function overview(
  { origin, read }: Control,
  books: readonly MerchantBooks[],
  deliveries: readonly DeliverySummary[],
  range: string | null,
) {
  const { clock, webhooks } = read('getState');
  const { environment, world } = read('getAccount');
  const payments = books.flatMap((book) =>
    book.orders().map((order) => {
      const transactions = book.transactions().get(order.code) ?? [];
      return { order, transactions, state: lastState(order, transactions) };
    }),
  );
  const states = stateRows(payments);
  return {
    now: clock.ms,
    deliveries: chart(
      OUTCOMES,
      deliveries.map((one) => ({ createdAt: one.createdAt, kind: outcomeOf(one) })),
      clock.ms,
      range,
    ),
    /** Orders by the look of the state of their newest payment. The page shows them while nothing is delivered. */
    payments: chart(
      LOOKS,
      payments.map(({ order: { createdAt }, state: [, kind] }) => ({ createdAt, kind })),
      clock.ms,
      range,
    ),
    states,
    sums: addedUp(states.flatMap(({ sums }) => sums)),
    next: nextWork(read('listComingWork')),
    curl: paymentCommand(origin, world),
    webhooks,
    environment,
  };
}

/** @param wanted - Name of the chosen range, or null. */
function chart(kinds: readonly string[], items: readonly Item[], now: number, wanted: string | null) {
  const range = rangeOf(items, now, wanted);
  return { kinds, range, bars: barsOf(items, now, range), counts: countKinds(items), total: items.length };
}

function countKinds(items: readonly Item[]): Counts {
  const counts = new Map<string, number>();
  for (const { kind } of items) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

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

const lengthOf = ({ bars, barMs }: Range): number => bars * barMs;

/** Returns the bars of a range. If nothing happened in it, they end with the newest item instead. */
function barsOf(items: readonly Item[], now: number, range: Range): readonly Bar[] {
  const { bars, barMs } = range;
  const byStart = new Map<number, Item[]>();
  const startOf = (time: number): number => time - (time % barMs);
  for (const item of items) {
    const start = startOf(item.createdAt);
    const others = byStart.get(start);
    if (others) others.push(item);
    else byStart.set(start, [item]);
  }
  const newest = Math.max(0, ...byStart.keys());
  const current = startOf(now);
  const last = newest > 0 && newest <= current - lengthOf(range) ? newest : current;
  return Array.from({ length: bars }, (_, index) => {
    const start = last - (bars - 1 - index) * barMs;
    return { start, counts: countKinds(byStart.get(start) ?? []) };
  });
}

function stateRows(
  payments: readonly {
    readonly order: Order;
    readonly transactions: readonly Transaction[];
    readonly state: PaymentState;
  }[],
): readonly StateRow[] {
  const rows = new Map<string, { state: PaymentState; sums: Sums[] }>();
  for (const { order, transactions, state } of payments) {
    const row = rows.get(state[0]) ?? { state, sums: [] };
    rows.set(state[0], row);
    const { amount, currencyCode } = order;
    row.sums.push({ currencyCode, ordered: BigInt(amount), ...movedBy(transactions) });
  }
  return [...rows.values()]
    .sort((one, other) => other.sums.length - one.sums.length)
    .map(({ state, sums }) => ({
      state,
      search: stateQuery(state),
      orders: sums.length,
      sums: addedUp(sums),
    }));
}

/** Adds up the sums of each currency. */
function addedUp(all: readonly Sums[]): readonly Sums[] {
  const sums = new Map<string, Sums>();
  for (const { currencyCode, ...one } of all) {
    const sum = sums.get(currencyCode) ?? { ordered: 0n, paid: 0n, returned: 0n };
    sums.set(currencyCode, {
      currencyCode,
      ordered: sum.ordered + one.ordered,
      paid: sum.paid + one.paid,
      returned: sum.returned + one.returned,
    });
  }
  return [...sums.values()];
}

/** Returns what customers paid with the transactions of an order, and what went back to them. Holds move no money. */
function movedBy(transactions: readonly Transaction[]): Pick<Sums, 'paid' | 'returned'> {
  const holds = new Set(
    transactions
      .filter(({ type }) => type === TransactionType.CardPreauth || type === TransactionType.CardVerification)
      .map(({ id }) => id),
  );
  const moved = transactions.filter(
    ({ id, parentId, status, amount }) =>
      !/^[AE]$/.test(status) && !holds.has(id) && (amount > 0 || !holds.has(parentId ?? '')),
  );
  let [paid, returned] = [0n, 0n];
  for (const { amount, refunded, status } of moved) {
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

/** Returns the first work of each kind. */
function nextWork(coming: readonly ComingWork[]): readonly NextWork[] {
  const next = new Map<ComingKind, NextWork>();
  for (const work of coming) {
    const first = next.get(work.kind);
    next.set(work.kind, first ? { ...first, later: first.later + 1 } : { ...work, later: 0 });
  }
  return [...next.values()];
}

/** Returns the command that makes a test payment. @param worldId - Null for the world `default`. */
function paymentCommand(origin: string, worldId: string | null): string {
  const world = worldId === null ? '' : `/worlds/${worldId}`;
  return `curl -X POST ${shellQuoted(`${origin}/_simulator${world}/trigger/payment`)}`;
}

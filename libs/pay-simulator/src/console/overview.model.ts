import type { DeliverySummary } from '../deliveries/delivery.js';
import { amountText } from '../domain/currencies.js';
import { environmentOf } from '../services/environment.js';
import type { PageRequest } from '../http/page.js';
import { comingWork, type ComingKind, type ComingWork } from '../services/coming-work.js';
import type { Services } from '../services/services.js';
import { shellQuoted } from './curl.js';
import { outcomeOf } from './deliveries.model.js';
import { lastState, stateQuery, type PaymentState } from './payment-states.js';

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
export const OUTCOMES = ['delivered', 'waiting', 'held', 'retrying', 'gave-up', 'dropped'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Number of deliveries by outcome. */
type OutcomeCounts = Readonly<Record<Outcome, number>>;

/** Deliveries that were created in the time of a bar. */
export interface Bar {
  /** Virtual time, milliseconds. */
  readonly start: number;
  readonly counts: OutcomeCounts;
}

/** Orders whose newest payment has the same state. */
export interface StateRow {
  readonly state: PaymentState;
  /** Search that lists the orders. */
  readonly search: string;
  readonly orders: number;
  /** Sum in each currency. */
  readonly amount: string;
}

/** The next work of a kind. */
export interface NextWork extends ComingWork {
  /** Number of later work of the kind. */
  readonly later: number;
}

/** Content of the overview. */
export type Overview = ReturnType<typeof overview>;

/** Reads the overview of the account and its connected merchants. */
export function overview(services: Services, { headers, query }: Pick<PageRequest, 'headers' | 'query'>) {
  const now = services.clock.now();
  const sent = services.deliveries.summaries();
  const states = stateRows(services);
  const range = rangeOf(sent, now, query.get('range'));
  return {
    now,
    range,
    bars: barsOf(sent, now, range),
    outcomes: countOutcomes(sent),
    deliveries: sent.length,
    states,
    orders: states.reduce((sum, { orders }) => sum + orders, 0),
    next: nextWork(comingWork(services)),
    curl: paymentCommand(headers, services.world.id),
    webhooks: services.webhooks.list().length,
    environment: environmentOf({
      credentials: services.account.credentials,
      url: originOf(headers),
    }),
  };
}

function countOutcomes(deliveries: readonly DeliverySummary[]): OutcomeCounts {
  const counts = { delivered: 0, waiting: 0, held: 0, retrying: 0, 'gave-up': 0, dropped: 0 };
  for (const delivery of deliveries) counts[outcomeOf(delivery)]++;
  return counts;
}

/** Returns the range of the query, or the shortest range that has all deliveries of the last days. */
function rangeOf(deliveries: readonly DeliverySummary[], now: number, wanted: string | null): Range {
  const chosen = RANGES.find(({ name }) => name === wanted);
  if (chosen) return chosen;
  const times = deliveries.map(({ createdAt }) => createdAt);
  const newest = times.reduce((one, other) => Math.max(one, other), 0);
  const oldest = times.reduce((one, other) => Math.min(one, other), now);
  const end = newest > now - lengthOf(LONGEST) ? now : newest;
  return (
    RANGES.find((range) => oldest > end - lengthOf(range) + range.barMs) ??
    (newest === 0 ? SHORTEST : LONGEST)
  );
}

const lengthOf = ({ bars, barMs }: Range): number => bars * barMs;

/** Returns the bars of a range. If nothing happened in it, they end with the newest delivery instead. */
function barsOf(deliveries: readonly DeliverySummary[], now: number, range: Range): readonly Bar[] {
  const { bars, barMs } = range;
  const byStart = new Map<number, DeliverySummary[]>();
  const startOf = (time: number): number => time - (time % barMs);
  for (const delivery of deliveries) {
    const start = startOf(delivery.createdAt);
    const others = byStart.get(start);
    if (others) others.push(delivery);
    else byStart.set(start, [delivery]);
  }
  const newest = Math.max(0, ...byStart.keys());
  const current = startOf(now);
  const last = newest > 0 && newest <= current - lengthOf(range) ? newest : current;
  return Array.from({ length: bars }, (_, index) => {
    const start = last - (bars - 1 - index) * barMs;
    return { start, counts: countOutcomes(byStart.get(start) ?? []) };
  });
}

function stateRows(services: Services): readonly StateRow[] {
  const rows = new Map<string, { state: PaymentState; orders: number; sums: Map<string, bigint> }>();
  for (const { orders, transactions } of [services, ...services.connectedMerchants.list()])
    for (const order of orders.list()) {
      const { amount, code, currencyCode } = order;
      const state = lastState(order, transactions.ofOrder(code));
      const row = rows.get(state[0]) ?? { state, orders: 0, sums: new Map<string, bigint>() };
      if (row.orders === 0) rows.set(state[0], row);
      row.orders++;
      row.sums.set(currencyCode, (row.sums.get(currencyCode) ?? 0n) + BigInt(amount));
    }
  return [...rows.values()]
    .sort((one, other) => other.orders - one.orders)
    .map(({ state, orders, sums }) => ({
      state,
      search: stateQuery(state),
      orders,
      amount: [...sums].map(([currencyCode, sum]) => amountText(sum, currencyCode)).join(' + '),
    }));
}

/** Returns the first work of each kind. */
function nextWork(coming: readonly ComingWork[]): readonly NextWork[] {
  const next = new Map<ComingKind, NextWork>();
  for (const work of coming) {
    const first = next.get(work.kind);
    next.set(work.kind, first ? { ...first, later: first.later + 1 } : { ...work, later: 0 });
  }
  return [...next.values()];
}

/** Returns the address at which the browser sees the simulator. */
const originOf = ({ host = 'localhost' }: PageRequest['headers']): string => `http://${host}`;

/** Returns the command that makes a test payment. @param worldId - Null for the world `default`. */
function paymentCommand(headers: PageRequest['headers'], worldId: string | null): string {
  const world = worldId === null ? '' : `/worlds/${worldId}`;
  return `curl -X POST ${shellQuoted(`${originOf(headers)}/_simulator${world}/trigger/payment`)}`;
}

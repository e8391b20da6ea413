import { isAccepted, type Delivery } from '../deliveries/delivery.js';
import { amountText } from '../domain/currencies.js';
import type { PageRequest } from '../http/page.js';
import { comingWork, type ComingKind, type ComingWork } from '../services/coming-work.js';
import type { Services } from '../services/services.js';
import { shellQuoted } from './curl.js';
import { lastState, stateQuery, type PaymentState } from './payment-states.js';

const HOUR_MS = 3_600_000;
/** Hours in the chart of the deliveries. */
const HOURS = 24;

/** Outcomes of a delivery, in the order of the chart from the bottom. `retrying`: the last attempt failed, and the next one is planned. */
export const OUTCOMES = ['delivered', 'waiting', 'held', 'retrying', 'gave-up', 'dropped'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Number of deliveries by outcome. */
type OutcomeCounts = Readonly<Record<Outcome, number>>;

/** Deliveries that were created in an hour. */
export interface Hour {
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
export function overview(services: Services, { headers }: Pick<PageRequest, 'headers'>) {
  const now = services.clock.now();
  const sent = services.deliveries.list();
  const states = stateRows(services);
  return {
    now,
    hours: hoursOf(sent, now),
    outcomes: countOutcomes(sent),
    deliveries: sent.length,
    states,
    orders: states.reduce((sum, { orders }) => sum + orders, 0),
    next: nextWork(comingWork(services)),
    curl: paymentCommand(headers),
  };
}

function outcomeOf({ state, attempts }: Delivery): Outcome {
  const last = attempts.at(-1);
  if (state === 'failed') return 'gave-up';
  if (state === 'waiting' && last !== undefined && !isAccepted(last)) return 'retrying';
  return state === 'sending' ? 'waiting' : state;
}

function countOutcomes(deliveries: readonly Delivery[]): OutcomeCounts {
  const counts = { delivered: 0, waiting: 0, held: 0, retrying: 0, 'gave-up': 0, dropped: 0 };
  for (const delivery of deliveries) counts[outcomeOf(delivery)]++;
  return counts;
}

const createdAt = ({ attempts, message }: Delivery): number => attempts[0]?.at ?? Date.parse(message.created);
const hourOf = (time: number): number => time - (time % HOUR_MS);

/** Returns the last hours. If nothing happened in them, they end with the newest delivery instead. */
function hoursOf(deliveries: readonly Delivery[], now: number): readonly Hour[] {
  const byHour = new Map<number, Delivery[]>();
  for (const delivery of deliveries) {
    const hour = hourOf(createdAt(delivery));
    const others = byHour.get(hour);
    if (others) others.push(delivery);
    else byHour.set(hour, [delivery]);
  }
  const newest = Math.max(0, ...byHour.keys());
  const current = hourOf(now);
  const last = newest > 0 && newest <= current - HOURS * HOUR_MS ? newest : current;
  return Array.from({ length: HOURS }, (_, index) => {
    const start = last - (HOURS - 1 - index) * HOUR_MS;
    return { start, counts: countOutcomes(byHour.get(start) ?? []) };
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

/** Returns the command that makes a test payment at the address at which the browser sees the console. */
function paymentCommand({ host = 'localhost' }: PageRequest['headers']): string {
  return `curl -X POST ${shellQuoted(`http://${host}/_simulator/trigger/payment`)}`;
}

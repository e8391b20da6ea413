import type { PaySimulator } from 'pay-simulator';
import type { BookedOrder, Effect } from './books.js';

const EXPIRED = -1;
const CHARGE = 5;

/** The service's amounts of an order, in minor units. */
interface Truth {
  captured: number;
  refunded: number;
  failed: number;
}

/** Orders whose events are not all booked. */
export interface ExcludedOrders {
  /** None of its events is booked. */
  poisoned: string;
  /** The payments of these orders are not booked; other events are. */
  crashing: ReadonlySet<string>;
}

const PAYMENT_CREATED = 1796;

/** Returns `type subject` of each event that must have exactly one effect. */
export function expectedEffects(
  { deliveries, orders, transactions }: PaySimulator,
  { poisoned, crashing }: ExcludedOrders,
): Set<string> {
  const messages = deliveries.list().filter(({ duplicateOf }) => duplicateOf === null);
  const confirmed = messages
    .filter(({ message: { eventTypeId, eventData } }) => {
      const order = textOf(eventData['OrderCode']);
      return order !== poisoned && !(eventTypeId === PAYMENT_CREATED && crashing.has(order));
    })
    .map(({ message: { eventTypeId, eventData } }) => `${eventTypeId} ${subjectOf(eventData)}`);
  const canceled = new Set(confirmed.filter((one) => one.startsWith('4865 ')).map((one) => one.slice(5)));
  const silent = orders
    .list()
    .filter(({ code }) => code !== poisoned && !canceled.has(code))
    .filter(({ code }) => transactions.list({ orderCode: code }).every(({ status }) => status === 'E'))
    .map(({ code }) => `${EXPIRED} ${code}`);
  return new Set([...confirmed, ...silent]);
}

function subjectOf(data: Readonly<Record<string, unknown>>): string {
  return textOf(data['TransactionId'] ?? data['OrderCode']).toLowerCase();
}

function textOf(value: unknown): string {
  return typeof value === 'bigint' || typeof value === 'number' ? value.toString() : String(value);
}

function truthOf({ transactions }: PaySimulator, orderCode: string): Truth {
  const all = transactions.list({ orderCode });
  const charges = all.filter(({ type, status }) => type === CHARGE && status !== 'E');
  const sum = (amounts: number[]): number => amounts.reduce((total, one) => total + one, 0);
  return {
    captured: sum(charges.map(({ amount }) => amount)),
    refunded: sum(charges.map(({ amount, status, refunded }) => (status === 'X' ? amount : refunded))),
    failed: all.filter(({ status }) => status === 'E').length,
  };
}

/** Returns one line per difference between the application's and the service's books. */
export function differencesOf(
  simulator: PaySimulator,
  booked: readonly BookedOrder[],
  { poisoned, crashing }: ExcludedOrders,
): string[] {
  const found: string[] = [];
  for (const { orderCode, captured, refunded, timeline } of booked) {
    if (orderCode === poisoned || crashing.has(orderCode)) continue;
    const truth = truthOf(simulator, orderCode);
    const { state } = timeline;
    const failed = state.attempts.filter(({ outcome }) => outcome === 'failed').length;
    for (const [name, books, service] of [
      ['captured', captured, truth.captured],
      ['refunded', refunded, truth.refunded],
      ['captured in the timeline', state.captured, truth.captured],
      ['refunded in the timeline', state.refunded, truth.refunded],
      ['failed attempts', failed, truth.failed],
      ['transactions missing in the timeline', state.missing.length, 0],
    ] as const) {
      if (books !== service) found.push(`order ${orderCode}: ${name} is ${books}, should be ${service}`);
    }
    if (truth.captured === 0 && state.status !== 'failed')
      found.push(`order ${orderCode}: it was not paid in time, and its status is ${state.status}`);
  }
  return found;
}

/** Finds missing effects, duplicate effects, and effects without an event. */
export function wrongEffects(effects: readonly Effect[], expected: ReadonlySet<string>): string[] {
  const actual = new Map(
    effects.map(({ type, subject, times }) => [`${type} ${subject.toLowerCase()}`, times]),
  );
  return [
    ...[...expected].filter((one) => !actual.has(one)).map((one) => `event ${one} had no effect`),
    ...[...actual].filter(([one]) => !expected.has(one)).map(([one]) => `effect ${one} has no event`),
    ...[...actual]
      .filter(([, times]) => times > 1)
      .map(([one, times]) => `event ${one} had its effect ${times} times`),
  ];
}

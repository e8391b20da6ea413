import { isAccepted, type Delivery } from '../deliveries/delivery.js';
import { writeJson, type JsonValue } from '../domain/wire-json.js';
import type { Services } from '../services/services.js';
import { listPage, searchWords } from './list-page.js';

/** What happened to a delivery so far. `retrying`: the last attempt failed, and the next one is planned. */
export type DeliveryOutcome = 'retrying' | 'gave-up' | 'waiting' | 'held' | 'delivered' | 'dropped';

/** Filter of the deliveries by their outcome. `failed` has those that are retried and those that were given up. */
export type DeliveryFilter = 'failed' | DeliveryOutcome;

/** One page of the deliveries, with the filters. */
export type DeliveryPage = ReturnType<typeof deliveryPage>;

/** Returns what happened to a delivery so far. */
export function outcomeOf({ state, attempts }: Delivery): DeliveryOutcome {
  const last = attempts.at(-1);
  if (state === 'failed') return 'gave-up';
  if (state === 'waiting' && last !== undefined && !isAccepted(last)) return 'retrying';
  return state === 'sending' ? 'waiting' : state;
}

/** Returns whether the last attempt failed, and the receiver does not have the event yet. */
export function isFailed(delivery: Delivery): boolean {
  return passes('failed', outcomeOf(delivery));
}

const passes = (filter: string, outcome: DeliveryOutcome): boolean =>
  filter === '' || filter === outcome || (filter === 'failed' && /^(retrying|gave-up)$/.test(outcome));

/** Returns the code of an event's order, or null. Events of a terminal have code 0 without a transaction. */
export function orderCodeOf({ message }: Delivery): string | null {
  const { OrderCode } = message.eventData;
  const code = OrderCode === undefined ? '' : writeJson(OrderCode).replaceAll('"', '');
  return /^[1-9]\d*$/.test(code) ? code : null;
}

/** Counts the failed deliveries of each order. */
export function failuresByOrder({ deliveries }: Services): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const code of deliveries.list().filter(isFailed).map(orderCodeOf))
    if (code !== null) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

/** Returns a page of the deliveries that match the search and the filters of the query. */
export function deliveryPage({ deliveries, webhooks }: Services, query: URLSearchParams) {
  const all = deliveries.list();
  const state = query.get('state') ?? '';
  const event = query.get('event') ?? '';
  const chosen = query.get('delivery');
  const words = searchWords(query);
  const found = all.filter(
    (delivery) =>
      (chosen === null || delivery.id === chosen) &&
      (event === '' || delivery.message.eventTypeId === Number(event)) &&
      hasWords(delivery, words),
  );
  const count = (filter: string): number => found.filter((one) => passes(filter, outcomeOf(one))).length;
  return {
    ...listPage(
      found.filter((one) => passes(state, outcomeOf(one))),
      query,
      all.length,
    ),
    /** Number of deliveries whose last attempt failed, whatever the filters are. */
    failed: all.filter(isFailed).length,
    /** Number of held deliveries, whatever the filters are. */
    held: all.filter((one) => one.state === 'held').length,
    /** Whether new deliveries are held. */
    isHolding: deliveries.isHolding,
    /** Number of matching deliveries of each state. An empty string stands for all states. */
    count,
    search: query.get('q') ?? '',
    state,
    event,
    /** Event types that are delivered or registered. */
    eventTypeIds: [
      ...new Set([...all.map(({ message }) => message), ...webhooks.list()].map((one) => one.eventTypeId)),
    ].sort((one, other) => one - other),
    /** ID of the delivery that a link names, or null. */
    chosen,
  };
}

function hasWords({ id, message, webhook }: Delivery, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const values = Object.values(message.eventData).map(plainText);
  const text = [id, message.messageId, message.correlationId, webhook.url, ...values]
    .join('\n')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Writes only plain values, because messages have long lists. */
const plainText = (value: JsonValue): string => (typeof value === 'object' ? '' : String(value));

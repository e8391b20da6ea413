import type { Delivery, DeliverySummary } from '../deliveries/delivery.js';
import type { JsonValue } from '../domain/wire-json.js';
import type { Services } from '../services/services.js';
import { listPage, searchWords } from './list-page.js';

/** What happened to a delivery so far. `retrying`: the last attempt failed, and the next one is planned. */
export type DeliveryOutcome = 'retrying' | 'gave-up' | 'waiting' | 'held' | 'delivered' | 'dropped';

/** Filter of the deliveries by their outcome. `failed` has those that are retried and those that were given up. */
export type DeliveryFilter = 'failed' | DeliveryOutcome;

/** One page of the deliveries, with the filters. */
export type DeliveryPage = ReturnType<typeof deliveryPage>;

/** Returns what happened to a delivery so far. */
export function outcomeOf({
  state,
  hasFailed,
}: Pick<DeliverySummary, 'state' | 'hasFailed'>): DeliveryOutcome {
  if (state === 'failed') return 'gave-up';
  if (state === 'waiting' && hasFailed) return 'retrying';
  return state === 'sending' ? 'waiting' : state;
}

const passes = (filter: string, outcome: DeliveryOutcome): boolean =>
  filter === '' || filter === outcome || (filter === 'failed' && /^(retrying|gave-up)$/.test(outcome));

/** Lists the deliveries whose last attempt failed, and whose receiver does not have the event yet. */
export const failedDeliveries = ({ deliveries }: Pick<Services, 'deliveries'>): readonly DeliverySummary[] =>
  deliveries.summaries().filter((delivery) => passes('failed', outcomeOf(delivery)));

/** Counts the failed deliveries of each order. */
export function failuresByOrder(services: Pick<Services, 'deliveries'>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { orderCode } of failedDeliveries(services))
    if (orderCode !== null) counts.set(orderCode, (counts.get(orderCode) ?? 0) + 1);
  return counts;
}

/** Returns a page of the deliveries that match the search and the filters of the query. */
export function deliveryPage({ deliveries, webhooks }: Services, query: URLSearchParams) {
  const all = deliveries.summaries();
  const state = query.get('state') ?? '';
  const event = query.get('event') ?? '';
  const chosen = query.get('delivery');
  const words = searchWords(query);
  const found = all.filter(
    ({ id, eventTypeId, orderCode }) =>
      (chosen === null || id === chosen) &&
      (event === '' || eventTypeId === Number(event)) &&
      // Only a search reads the messages.
      words.every((word) => word === orderCode || hasWord(deliveries.get(id), word)),
  );
  const count = (filter: string): number => found.filter((one) => passes(filter, outcomeOf(one))).length;
  const { rows, ...page } = listPage(
    found.filter((one) => passes(state, outcomeOf(one))),
    query,
    all.length,
  );
  return {
    ...page,
    rows: rows.map(({ id }) => deliveries.get(id)),
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
    eventTypeIds: [...new Set([...all, ...webhooks.list()].map((one) => one.eventTypeId))].sort(
      (one, other) => one - other,
    ),
    /** ID of the delivery that a link names, or null. */
    chosen,
  };
}

function hasWord({ id, message, webhook }: Delivery, word: string): boolean {
  const values = Object.values(message.eventData).map(plainText);
  return [id, message.messageId, message.correlationId, webhook.url, ...values]
    .join('\n')
    .toLowerCase()
    .includes(word);
}

/** Writes only plain values, because messages have long lists. */
const plainText = (value: JsonValue): string => (typeof value === 'object' ? '' : String(value));

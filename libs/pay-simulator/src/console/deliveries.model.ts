import type { Control, ResponseOf } from '../control/control.js';
import { listPage, searchWords } from './list-page.js';

/** A delivery with its attempts and bodies. */
export type Delivery = ResponseOf<'getDelivery'>;
/** A delivery without its attempts and bodies. */
export type DeliverySummary = ResponseOf<'listDeliverySummaries'>[number];

/** What happened to a delivery so far. `retrying`: the last attempt failed, and the next one is planned. */
export type DeliveryOutcome = 'retrying' | 'gave-up' | 'waiting' | 'held' | 'delivered' | 'dropped';

/** Filter of the deliveries by their outcome. `failed` has those that are retried and those that were given up. */
export type DeliveryFilter = 'failed' | DeliveryOutcome;

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
export const failedDeliveries = (deliveries: readonly DeliverySummary[]): readonly DeliverySummary[] =>
  deliveries.filter((delivery) => passes('failed', outcomeOf(delivery)));

/** Counts the failed deliveries of each order. */
export function failuresByOrder(deliveries: readonly DeliverySummary[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { orderCode } of failedDeliveries(deliveries))
    if (orderCode !== null) counts.set(orderCode, (counts.get(orderCode) ?? 0) + 1);
  return counts;
}

/** Returns a page of the deliveries that match the search and the filters of the query. */
export function deliveryPage({ read }: Control, all: readonly DeliverySummary[], query: URLSearchParams) {
  const state = query.get('state') ?? '';
  const event = query.get('event') ?? '';
  const chosen = query.get('delivery');
  // Only a search reads the messages.
  const matching = searchWords(query).map(
    (contains) => new Set(read('listDeliveries', { query: { contains } }).map(({ id }) => id)),
  );
  const found = all.filter(
    ({ id, eventTypeId }) =>
      (chosen === null || id === chosen) &&
      (event === '' || eventTypeId === Number(event)) &&
      matching.every((ids) => ids.has(id)),
  );
  const count = (filter: string): number => found.filter((one) => passes(filter, outcomeOf(one))).length;
  const { rows, ...page } = listPage(
    found.filter((one) => passes(state, outcomeOf(one))),
    query,
    all.length,
  );
  return {
    ...page,
    rows: rows.map(({ id }) => read('getDelivery', { path: { id } })),
    /** Number of held deliveries, whatever the filters are. */
    held: all.filter((one) => one.state === 'held').length,
    /** Whether new deliveries are held. */
    isHolding: read('getDeliverySettings').isHolding,
    /** Number of matching deliveries of each state. An empty string stands for all states. */
    count,
    search: query.get('q') ?? '',
    state,
    event,
    /** Event types that are delivered or registered. */
    eventTypeIds: [...new Set([...all, ...read('listWebhooks')].map((one) => one.eventTypeId))].sort(
      (one, other) => one - other,
    ),
    /** ID of the delivery that a link names, or null. */
    chosen,
  };
}

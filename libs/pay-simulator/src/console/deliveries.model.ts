import type { ResponseOf } from '../control/control.js';
import { EVENT_TYPES } from '../domain/contract.generated.js';
import { grouped } from './grouped.js';
import type { StateLabel } from './payment-states.js';

/** A delivery with its attempts and bodies. */
export type Delivery = ResponseOf<'getDelivery'>;
/** A delivery without its attempts and bodies. */
export type DeliverySummary = ResponseOf<'listDeliverySummaries'>[number];

/** What can happen to a delivery, in the order of the filters. `retrying`: the last attempt failed, and the next one is planned. */
export const OUTCOMES = {
  retrying: ['Retrying', 'bad'],
  'gave-up': ['Gave up', 'bad'],
  waiting: ['Waiting', 'wait'],
  held: ['Held', 'wait'],
  delivered: ['Delivered', 'good'],
  dropped: ['Dropped', 'plain'],
} as const satisfies Readonly<Record<string, StateLabel>>;
export type DeliveryOutcome = keyof typeof OUTCOMES;

/** Returns what happened to a delivery so far. */
export function outcomeOf({
  state,
  hasFailed,
}: Pick<DeliverySummary, 'state' | 'hasFailed'>): DeliveryOutcome {
  if (state === 'failed') return 'gave-up';
  if (state === 'waiting' && hasFailed) return 'retrying';
  return state === 'sending' ? 'waiting' : state;
}

/** Returns whether the last attempt failed, and the receiver does not have the event yet. */
export const isFailure = (outcome: string): boolean => outcome === 'retrying' || outcome === 'gave-up';

/** Counts the failed deliveries of each order. */
export function failuresByOrder(failed: readonly DeliverySummary[]): ReadonlyMap<string | null, number> {
  const orders = grouped(failed, ({ orderCode }) => orderCode);
  return new Map([...orders].map(([code, { length }]) => [code, length]));
}

/** Event types with their names. Data-services exports have separate subscriptions, which the banking app does not offer. */
export const EVENT_CHOICES = Object.keys(EVENT_TYPES)
  .filter((id) => id !== '7936')
  .map((id) => [id, eventTypeName(Number(id))] as const);

/** Name and ID of an event type. */
export function eventTypeName(eventTypeId: number): string {
  return `${EVENT_TYPES[eventTypeId] ?? 'Event'} (${eventTypeId})`;
}

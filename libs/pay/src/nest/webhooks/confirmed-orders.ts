import { systemClock } from '../../core/values/clock.js';
import { PayEventType } from '../../webhooks/event-types.js';
import { RecentMap } from '../recent-map.js';
import type { ReceivedPayEvent } from './received-event.js';

const DAY_MS = 24 * 3_600_000;
const MAX_PAID = 100_000;
const MAX_CONTESTED = 1_000;

/**
 * Remembers for a day which orders an endpoint saw paid, and which of these payments the service reversed by itself. Only confirmed
 * events count, so a forged event adds nothing. The memory is that of the process.
 */
export class ConfirmedOrders {
  readonly #paid = new RecentMap<true>(systemClock, DAY_MS, MAX_PAID);
  /** By order code: the time until which the reconciler reads the order again. */
  readonly #contested = new Map<string, number>();

  /** Orders whose payment the service no longer shows. */
  get contested(): readonly string[] {
    const now = systemClock.now();
    for (const [orderCode, until] of this.#contested) if (until <= now) this.#contested.delete(orderCode);
    return [...this.#contested.keys()];
  }

  noteEvent({ eventTypeId, confirmedBy, data }: ReceivedPayEvent): void {
    const { OrderCodeText: orderCode } = data as Record<string, unknown>;
    if (typeof orderCode !== 'string') return;
    if (eventTypeId === PayEventType.TransactionPaymentCreated && confirmedBy === 'api')
      this.#paid.set(orderCode, true);
    if (eventTypeId === PayEventType.TransactionReversalCreated && confirmedBy === 'parent')
      this.#contest(orderCode);
  }

  /** Notes a read of an order's transactions. Returns whether its confirmed payment has vanished. */
  noteRead(orderCode: string, hasTransactions: boolean): boolean {
    if (hasTransactions) this.#contested.delete(orderCode);
    else if (this.#paid.get(orderCode) === true) this.#contest(orderCode);
    return this.#contested.has(orderCode);
  }

  #contest(orderCode: string): void {
    if (this.#contested.has(orderCode) || this.#contested.size >= MAX_CONTESTED) return;
    this.#contested.set(orderCode, systemClock.now() + DAY_MS);
  }
}

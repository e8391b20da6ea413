import type { Clock } from '../core/values/clock.js';
import { SingleFlight } from '../core/values/single-flight.js';
import { PayInboxFullError } from './inbox-errors.js';
import type { PayInboxStore } from './inbox-store.js';
import type { PaySender } from '../webhooks/delivery.types.js';

/** Counts are read again after this time. Until then, the deliveries of this process are added to them. */
const FRESH_MS = 1_000;

interface Counts {
  readAt: number;
  waiting: Record<PaySender, number>;
}

/**
 * Limits the number of waiting deliveries, for each account and class of senders. Deliveries of unknown senders therefore cannot use up
 * the room for deliveries of the service.
 */
export class DeliveryLimit {
  readonly #counts = new Map<string | null, Counts>();
  readonly #reading = new SingleFlight<Counts, string>();

  constructor(
    private readonly store: Pick<PayInboxStore, 'countDeliveries'>,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly max: number,
  ) {}

  /** @throws PayInboxFullError if the limit is reached, or the store's error. */
  async check(account: string | null, sender: PaySender): Promise<void> {
    const known = this.#counts.get(account);
    const isFresh = known !== undefined && this.clock.now() - known.readAt < FRESH_MS;
    const { waiting } = isFresh ? known : await this.#reading.run(() => this.#count(account), account);
    if (waiting[sender] < this.max) return;
    const from = sender === 'service' ? "the service's addresses" : 'unknown senders';
    throw new PayInboxFullError(
      `${waiting[sender]} unconfirmed deliveries from ${from} wait (the maximum is ${this.max})`,
    );
  }

  /** Counts a delivery that was stored. */
  note(account: string | null, sender: PaySender): void {
    const counts = this.#counts.get(account);
    if (counts !== undefined) counts.waiting[sender]++;
  }

  async #count(account: string | null): Promise<Counts> {
    const counts: Counts = { readAt: 0, waiting: { service: 0, unknown: 0 } };
    for (const { sender, waiting } of await this.store.countDeliveries(account))
      counts.waiting[sender] += waiting;
    counts.readAt = this.clock.now();
    this.#counts.set(account, counts);
    return counts;
  }
}

import type { Clock } from '../core/values/clock.js';
import { SingleFlight } from '../core/values/single-flight.js';
import { PayInboxFullError } from './inbox-errors.js';
import type { PayInboxStore } from './inbox-store.js';
import { isServiceSource } from './inbox-entry.js';
import type { PaySender } from './pay-inbox.js';

/** Counts are read again after this time. Until then, the entries of this process are added to them. */
const FRESH_MS = 1_000;

interface Counts {
  readAt: number;
  waiting: Record<PaySender, number>;
}

/**
 * Limits the number of waiting unconfirmed deliveries, for each account and class of senders. Deliveries of unknown senders therefore
 * cannot use up the room for deliveries of the service.
 */
export class UnconfirmedLimit {
  readonly #counts = new Map<string | null, Counts>();
  readonly #reading = new SingleFlight<Counts, string>();

  constructor(
    private readonly store: Pick<PayInboxStore, 'unconfirmed'>,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly max: number,
  ) {}

  /** @throws PayInboxFullError if the limit is reached, or the store's error. */
  async check(account: string | null, source: string | null): Promise<void> {
    const known = this.#counts.get(account);
    const isFresh = known !== undefined && this.clock.now() - known.readAt < FRESH_MS;
    const { waiting } = isFresh ? known : await this.#reading.run(() => this.#count(account), account);
    const sender = senderOf(source);
    if (waiting[sender] < this.max) return;
    const from = sender === 'service' ? "the service's addresses" : 'unknown senders';
    throw new PayInboxFullError(
      `${waiting[sender]} unconfirmed deliveries from ${from} wait (maxUnconfirmed is ${this.max})`,
    );
  }

  /** Counts an entry that was stored. */
  note(account: string | null, source: string | null): void {
    const counts = this.#counts.get(account);
    if (counts !== undefined) counts.waiting[senderOf(source)]++;
  }

  async #count(account: string | null): Promise<Counts> {
    const counts: Counts = { readAt: 0, waiting: { service: 0, unknown: 0 } };
    for (const { source, waiting } of await this.store.unconfirmed(account))
      counts.waiting[senderOf(source)] += waiting;
    counts.readAt = this.clock.now();
    this.#counts.set(account, counts);
    return counts;
  }
}

function senderOf(source: string | null): PaySender {
  return isServiceSource(source) ? 'service' : 'unknown';
}

import type { Clock } from '../core/values/clock.js';
import { RecentMap } from '../core/values/recent-map.js';
import { withinTime } from '../core/values/time-limit.js';
import { canRecur, REDELIVERY_WINDOW_MS } from '../webhooks/dedupe-key.js';
import type { PayDelivery, PayInboxNote, PayUnconfirmedResult } from '../webhooks/delivery.types.js';
import { PayInboxBusyError } from './inbox-errors.js';
import { MAX_NOTES } from './pay-inbox.js';
import type { PayInbox, PayInboxOutcome, PayInboxSteps } from './pay-inbox.js';

const MAX_KEYS = 100_000;

/**
 * Takes the steps of a stored inbox before the response: confirms each delivery, then runs the handlers of each event once. Deliveries are
 * confirmed concurrently, so a forged one neither delays nor hides the true one. Only a confirmed event holds up its duplicates: they wait
 * for its handlers, and run them again if they fail. The keys of handled events stay in this process's memory for 25 hours. If the
 * memory is full, the oldest keys go first.
 */
export class InlineInbox implements PayInbox {
  /** Handlers that are running, by the key of their event. */
  readonly #running = new Map<string, Promise<void>>();
  readonly #confirmedKeys: RecentMap<true>;
  /** Separate, so that events that anyone can post do not displace the keys of confirmed events. */
  readonly #otherKeys: RecentMap<true>;
  readonly #notes: RecentMap<readonly PayInboxNote['value'][]>;

  constructor(
    private readonly clock: Clock,
    private readonly waitMs: number,
    maxKeys = MAX_KEYS,
  ) {
    this.#confirmedKeys = new RecentMap(clock, REDELIVERY_WINDOW_MS, maxKeys);
    this.#otherKeys = new RecentMap(clock, REDELIVERY_WINDOW_MS, maxKeys);
    this.#notes = new RecentMap(clock, REDELIVERY_WINDOW_MS, maxKeys);
  }

  /** @throws PayInboxBusyError if the handlers of a duplicate do not finish in time. */
  async receive(
    delivery: PayDelivery,
    steps: PayInboxSteps,
  ): Promise<PayInboxOutcome | PayUnconfirmedResult> {
    const until = this.clock.now() + this.waitMs;
    const underWay = this.#running.get(delivery.key);
    if (underWay !== undefined) await this.#waitFor(underWay, until);
    if (this.#isHandled(delivery.key)) return 'duplicate';
    const confirming = steps.confirm(delivery);
    const result = 'outcome' in confirming ? confirming : await confirming;
    if (result.outcome !== 'confirmed') return result;
    const { delivery: confirmed, isConfirmed, note } = result;
    const { key, event } = confirmed;
    // No handlers can start between the last check of this loop and the entry below, because all in between is synchronous.
    for (let run = this.#running.get(key); run !== undefined; run = this.#running.get(key))
      await this.#waitFor(run, until);
    if (this.#isHandled(key)) return 'duplicate';
    const run = steps.handlersOf(confirmed).run(undefined);
    this.#running.set(key, run);
    try {
      await run;
      (isConfirmed && !canRecur(event.eventTypeId) ? this.#confirmedKeys : this.#otherKeys).set(key, true);
      if (note !== undefined)
        this.#notes.set(note.topic, [note.value, ...this.notes(note.topic)].slice(0, MAX_NOTES));
    } finally {
      this.#running.delete(key);
    }
    return 'handled';
  }

  notes(topic: string): PayInboxNote['value'][] {
    return [...(this.#notes.get(topic) ?? [])];
  }

  #isHandled(key: string): boolean {
    return this.#confirmedKeys.get(key) === true || this.#otherKeys.get(key) === true;
  }

  async #waitFor(run: Promise<void>, until: number): Promise<void> {
    const message = `another delivery of the same event is still being handled after ${this.waitMs} ms: check whether a handler hangs`;
    try {
      // A failure of the other delivery does not fail this one.
      const ended = run.catch(() => undefined);
      await withinTime(this.clock, Math.max(0, until - this.clock.now()), ended, message);
    } catch {
      throw new PayInboxBusyError(message);
    }
  }
}

import type { Clock } from '../core/values/clock.js';
import { ClaimAhead } from './claim-ahead.js';
import type { InboxWorker } from './inbox-worker.js';
import type { ClaimedInboxEvent, PayInboxStore } from './inbox-store.js';
import { PollLoop } from './poll-loop.js';
import { releaseAll } from './time-limited-inbox-store.js';

/** How long a claimed event may wait in this process. At most a third of the lease, because only events at work renew it. */
const MAX_WAIT_MS = 1_000;

/** Settings of a loop. */
export interface EventLoopSettings {
  /** Name of the process. */
  name: string;
  clock: Clock;
  pollMs: number;
  leaseMs: number;
  concurrency: number;
  onStoreError: (error: unknown) => void;
}

/** Claims stored events and handles a limited number of them at a time. */
export class EventLoop<Transaction> {
  readonly #running = new Map<ClaimedInboxEvent, Promise<void>>();
  /** Running events that use the concurrency. Events whose completion is being stored no longer do. */
  readonly #handling = new Set<ClaimedInboxEvent>();
  /** Claimed events for which the concurrency has no room yet, with the time of their arrival. */
  readonly #waiting = new Map<ClaimedInboxEvent, number>();
  /** Resolves when all events that waited too long are given back. */
  #returned = Promise.resolve();
  #isStopped = false;
  readonly #ahead: ClaimAhead;
  readonly #poll: PollLoop;

  constructor(
    private readonly store: PayInboxStore<Transaction>,
    private readonly worker: InboxWorker<Transaction>,
    private readonly settings: EventLoopSettings,
  ) {
    this.#ahead = new ClaimAhead(settings.concurrency);
    this.#poll = new PollLoop(settings.clock, settings.pollMs, () => this.#claim());
  }

  start(): void {
    this.#poll.start();
  }

  wake(): void {
    this.#poll.wake();
  }

  /** Claims no more events, and resolves when the running handlers have ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#return([...this.#waiting.keys()]);
    await this.#poll.stop();
    await Promise.all(this.#running.values());
  }

  /** Gives back the events whose handlers are still running: they lose their leases, and their transactions are rolled back. */
  async release(): Promise<void> {
    this.worker.stopRenewals();
    await Promise.all([this.#returned, releaseAll(this.store, this.#running.keys())]);
  }

  /** Resolves when no event is due or at work. */
  async idle(): Promise<void> {
    do {
      await this.#poll.idle();
      await Promise.all(this.#running.values());
      await this.#returned;
    } while (this.#running.size > 0);
  }

  async #claim(): Promise<void> {
    const limit = this.#room();
    // Without room, the next event that ends claims again.
    if (limit <= 0) return;
    const { name: worker, leaseMs, onStoreError } = this.settings;
    try {
      const isBusy = this.#running.size + this.#waiting.size > 0;
      const events = await this.store.claimEvents({ worker, limit, leaseMs, isBusy });
      if (this.#isStopped) await releaseAll(this.store, events);
      else this.#accept(events);
    } catch (error) {
      onStoreError(error);
    }
  }

  /** Returns how many events to claim now: 0 while there is room for few only, because claims in batches cost less. */
  #room(): number {
    const [first] = this.#running.keys();
    if (first?.alone === true) return 0;
    const { count } = this.#ahead;
    // Events whose completion is being stored are limited, too, because a crash would repeat their handlers.
    const used = Math.max(this.#handling.size, this.#running.size - count);
    const room = this.settings.concurrency + count - used - this.#waiting.size;
    return room > count / 2 ? room : 0;
  }

  /** Begins the events for which there is room. The others wait for a short time. */
  #accept(events: readonly ClaimedInboxEvent[]): void {
    const { clock } = this.settings;
    for (const event of events) this.#waiting.set(event, clock.now());
    this.#beginWaiting();
    if (this.#waiting.size === 0) return;
    const returnLate = (): void => {
      const late = events.filter((event) => this.#waiting.has(event));
      if (late.length === 0) return;
      this.#ahead.reset();
      this.#return(late);
    };
    clock.after(this.#maxWaitMs(), returnLate, { idle: true });
  }

  #maxWaitMs(): number {
    return Math.min(MAX_WAIT_MS, this.settings.leaseMs / 3);
  }

  #beginWaiting(): void {
    // In a blocked process, a lease may expire before the timer that returns its event.
    const since = this.settings.clock.now() - this.#maxWaitMs();
    for (const [event, arrivedAt] of this.#waiting) {
      if (this.#handling.size >= this.settings.concurrency) return;
      if (arrivedAt < since) continue;
      this.#waiting.delete(event);
      this.#begin(event);
    }
  }

  #begin(event: ClaimedInboxEvent): void {
    const { clock } = this.settings;
    const started = clock.now();
    this.#handling.add(event);
    const makeRoom = (): void => {
      if (!this.#handling.delete(event)) return;
      this.#ahead.note(clock.now() - started);
      if (!this.#isStopped) this.#beginWaiting();
      this.#poll.wake();
    };
    const work = this.worker.work(event, makeRoom).finally(() => {
      this.#running.delete(event);
      makeRoom();
      this.#poll.wake();
    });
    this.#running.set(event, work);
  }

  /** Gives waiting events back to the store, and claims others. */
  #return(events: readonly ClaimedInboxEvent[]): void {
    for (const event of events) this.#waiting.delete(event);
    this.#returned = Promise.all([this.#returned, releaseAll(this.store, events)]).then(() =>
      this.#poll.wake(),
    );
  }
}

import { describeThrown } from '../core/values/describe-thrown.js';
import { keepLease } from '../stores/lease.js';
import { ClaimAhead } from './claim-ahead.js';
import type { InboxLease } from './inbox-store.js';
import type { InboxTimes } from './inbox-times.js';
import { PollLoop } from './poll-loop.js';

/** How long a claimed row may wait in this process. At most a third of the lease, because only running work renews it. */
const MAX_WAIT_MS = 1_000;

/** Settings of a loop. */
interface ClaimLoopSettings extends Pick<InboxTimes, 'clock' | 'pollMs' | 'leaseMs'> {
  concurrency: number;
  /** Called when a claim has succeeded. */
  onClaimed: () => void;
  /** Called when a claim has failed. It is repeated after `pollMs`. */
  onStoreError: (error: unknown) => void;
}

/** The work of a loop: it claims rows of one kind and processes each of them. */
export interface ClaimWorker<Claimed> {
  /** Whether the end of one row's work can make another row due, as with events of one order. */
  readonly isOrdered: boolean;
  /** Claims up to `limit` due rows. `isBusy`: this process is working on others. */
  claim(limit: number, isBusy: boolean): Promise<Claimed[]>;
  /** Works on a row and stores the outcome. Calls `makeRoom` when only the outcome is still to be stored. */
  work(claimed: Claimed, makeRoom: () => void): Promise<void>;
  /** Extends the lease. Resolves with false if it is lost. */
  renew(claimed: Claimed): Promise<boolean>;
  /** Gives a row back, so that any process can claim it now. */
  release(claimed: Claimed): Promise<unknown>;
  log(claimed: Claimed, what: string): void;
}

/** Claims rows in batches, and works on a limited number of them at a time. */
export class ClaimLoop<Claimed extends InboxLease & { alone?: boolean }> {
  /** Rows at work, with the promise of the work's end and the function that stops the renewal of the lease. */
  readonly #running = new Map<Claimed, { end: Promise<void>; stopRenewing: () => void }>();
  /** Running rows that use the concurrency. Rows whose outcome is being stored no longer do. */
  readonly #working = new Set<Claimed>();
  /** Claimed rows for which the concurrency has no room yet, with the time of their arrival. */
  readonly #waiting = new Map<Claimed, number>();
  /** Resolves when all rows that waited too long are given back. */
  #returned: Promise<unknown> = Promise.resolve();
  #isStopped = false;
  /** Whether more rows may be due than were claimed. */
  #hasMore = false;
  readonly #ahead: ClaimAhead;
  readonly #poll: PollLoop;

  constructor(
    private readonly worker: ClaimWorker<Claimed>,
    private readonly settings: ClaimLoopSettings,
  ) {
    this.#ahead = new ClaimAhead(settings.concurrency, settings.clock);
    this.#poll = new PollLoop(settings.clock, settings.pollMs, () => this.#claim());
  }

  start(): void {
    this.#poll.start();
  }

  /** Claims the rows that are due now, or as soon as there is room for them. */
  wake(): void {
    this.#hasMore = true;
    this.#claimMore();
  }

  /** Claims no more rows, and resolves when the running work has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#return([...this.#waiting.keys()]);
    await this.#poll.stop();
    await this.#ended();
  }

  /** Gives back the rows whose work has not ended: they lose their leases. */
  async release(): Promise<void> {
    for (const { stopRenewing } of this.#running.values()) stopRenewing();
    await Promise.all([this.#returned, this.#releaseAll(this.#running.keys())]);
  }

  /** Resolves when no row is due or at work. */
  async idle(): Promise<void> {
    do {
      await this.#poll.idle();
      await this.#ended();
      await this.#returned;
    } while (this.#running.size > 0);
  }

  async #claim(): Promise<void> {
    const { clock, onClaimed, onStoreError } = this.settings;
    const limit = this.#room();
    // Without room, the next row that ends claims again.
    this.#hasMore = limit === 0;
    if (this.#hasMore) return;
    try {
      const claimed = await this.worker.claim(limit, this.#running.size + this.#waiting.size > 0);
      onClaimed();
      if (claimed.some(({ alone }) => alone === true)) this.#ahead.pause();
      if (claimed.length === limit) this.#hasMore = true;
      for (const one of claimed) this.#waiting.set(one, clock.now());
      if (this.#isStopped) this.#return(claimed);
      this.#begin();
      if (this.#waiting.size > 0)
        clock.after(this.#maxWaitMs(), () => this.#returnLate(claimed), { idle: true });
    } catch (error) {
      onStoreError(error);
    }
  }

  /** Begins waiting rows for which there is room. */
  #begin(): void {
    const { clock, concurrency, leaseMs } = this.settings;
    // In a blocked process, a lease may expire before the timer that returns its row.
    const since = clock.now() - this.#maxWaitMs();
    for (const [one, arrivedAt] of this.#waiting) {
      if (this.#working.size >= concurrency) return;
      if (arrivedAt < since) continue;
      this.#waiting.delete(one);
      this.#working.add(one);
      const startedAt = clock.now();
      const makeRoom = (): void => {
        if (!this.#working.delete(one)) return;
        this.#ahead.note(clock.now() - startedAt);
        this.#begin();
        this.#claimMore();
      };
      const stopRenewing = keepLease(clock, leaseMs, () => this.worker.renew(one));
      const end = this.worker
        .work(one, makeRoom)
        // The outcome is not stored, so the row is due again when its lease expires.
        .catch((error: unknown) =>
          this.worker.log(one, `is retried in a few seconds: ${describeThrown(error).message}`),
        )
        .finally(() => {
          stopRenewing();
          this.#running.delete(one);
          makeRoom();
          this.#claimMore();
        });
      this.#running.set(one, { end, stopRenewing });
    }
  }

  #claimMore(): void {
    if ((this.#hasMore || this.worker.isOrdered) && this.#room() > 0) this.#poll.wake();
  }

  /** Returns how many rows to claim now: 0 while there is room for few only, because claims in batches cost less. */
  #room(): number {
    const [first] = this.#running.keys();
    if (first?.alone === true) return 0;
    const { count } = this.#ahead;
    // Rows whose outcome is being stored are limited, too, because a crash would repeat their work.
    const used = Math.max(this.#working.size, this.#running.size - count);
    const room = this.settings.concurrency + count - used - this.#waiting.size;
    return room > count / 2 ? room : 0;
  }

  #maxWaitMs(): number {
    return Math.min(MAX_WAIT_MS, this.settings.leaseMs / 3);
  }

  /** Gives back rows that wait since they were claimed, because the work takes longer than before. */
  #returnLate(claimed: readonly Claimed[]): void {
    const late = claimed.filter((one) => this.#waiting.has(one));
    if (late.length === 0) return;
    this.#ahead.reset();
    this.#return(late);
  }

  /** Gives waiting rows back to the store, and claims others. */
  #return(rows: readonly Claimed[]): void {
    for (const one of rows) this.#waiting.delete(one);
    this.#returned = Promise.all([this.#returned, this.#releaseAll(rows)]).then(() => this.#poll.wake());
  }

  #releaseAll(rows: Iterable<Claimed>): Promise<unknown> {
    return Promise.allSettled([...rows].map((one) => this.worker.release(one)));
  }

  #ended(): Promise<unknown> {
    return Promise.all([...this.#running.values()].map(({ end }) => end));
  }
}

import type { Clock } from '../core/values/clock.js';

/** Handlers should need this time for the events that wait in this process. Slow handlers leave events to other processes. */
const AHEAD_MS = 50;
/** Maximum number of events that wait in this process. After a crash, each of them runs alone once. */
const MAX_AHEAD = 100;
/** How long nothing is claimed ahead after a crash, because an event that ends its process does so several times. */
const AFTER_CRASH_MS = 60_000;
/** Weight of the last duration in the mean. */
const WEIGHT = 1 / 8;

/** Decides how many events to claim before handlers have room for them, from the mean duration of the last attempts. */
export class ClaimAhead {
  #meanMs: number | null = null;
  #pausedUntil = -Infinity;

  constructor(
    private readonly concurrency: number,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Notes how long an attempt took, until it made room for the next one. */
  note(ms: number): void {
    this.#meanMs = this.#meanMs === null ? ms : this.#meanMs + (ms - this.#meanMs) * WEIGHT;
  }

  /** Forgets the mean duration, because attempts take longer now. */
  reset(): void {
    this.#meanMs = null;
  }

  /** Claims nothing ahead for a while, because a process has ended with its events: each of them must run alone once. */
  pause(): void {
    this.#pausedUntil = this.clock.now() + AFTER_CRASH_MS;
  }

  /** Number of events that may wait in this process. */
  get count(): number {
    if (this.#meanMs === null || this.clock.now() < this.#pausedUntil) return 0;
    return Math.min(MAX_AHEAD, Math.floor((this.concurrency * AHEAD_MS) / Math.max(1, this.#meanMs)));
  }
}

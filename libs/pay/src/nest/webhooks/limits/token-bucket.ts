import type { Clock } from '../../../core/clock.js';

const MINUTE = 60_000;

/** Tokens that come back at a steady rate, at most one minute's worth at a time. */
export class TokenBucket {
  /** In parts of a token, 60,000 each: every millisecond brings back a whole number of them. */
  #parts: number;
  #filledAt: number;

  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly perMinute: number,
  ) {
    this.#parts = perMinute * MINUTE;
    this.#filledAt = clock.now();
  }

  /** Takes a token. Returns 0, or the milliseconds until there is a token if there is none. */
  take(): number {
    const now = this.clock.now();
    // A clock that was set back must not take tokens away.
    const elapsedMs = Math.max(0, now - this.#filledAt);
    this.#parts = Math.min(this.perMinute * MINUTE, this.#parts + elapsedMs * this.perMinute);
    this.#filledAt = now;
    if (this.#parts < MINUTE) return Math.ceil((MINUTE - this.#parts) / this.perMinute);
    this.#parts -= MINUTE;
    return 0;
  }
}

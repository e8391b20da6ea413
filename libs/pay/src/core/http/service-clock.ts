import { systemClock } from '../values/clock.js';

/** A larger change between this machine's two clocks means that it was suspended or its clock was set. */
const MAX_DRIFT_MS = 2_000;

/** Measures the service's clock by the `Date` headers of its responses. */
export class ServiceClock {
  #measured: { offsetMs: number; clockGapMs: number } | null = null;

  /** How far the service's clock is ahead of this machine's, in milliseconds. Null before the first response, and after this machine's clock was set. */
  get offsetMs(): number | null {
    const measured = this.#measured;
    if (measured === null || Math.abs(clockGapMs(Date.now()) - measured.clockGapMs) > MAX_DRIFT_MS)
      return null;
    return measured.offsetMs;
  }

  /** @param now milliseconds since 1970, by this machine's clock. */
  update(date: string | undefined, now: number): void {
    const time = date === undefined ? Number.NaN : Date.parse(date);
    if (!Number.isNaN(time)) this.#measured = { offsetMs: time - now, clockGapMs: clockGapMs(now) };
  }
}

/** The gap between the wall clock and the monotonic clock. It changes only if the wall clock is set. */
function clockGapMs(now: number): number {
  return now - systemClock.now();
}

import { systemClock } from '../values/clock.js';

/** This machine's clock was set meanwhile, or it slept: what was known of its difference says nothing any more. */
const SET_MS = 2_000;

/** What is known of the service's clock, from its answers' `Date`. */
export class ServiceClock {
  #heard: { offsetMs: number; gapMs: number } | null = null;

  /** How far it goes ahead of this machine's, in milliseconds; null until an answer came, and where this machine's was set since. */
  get offsetMs(): number | null {
    const heard = this.#heard;
    return heard === null || Math.abs(gapMs(Date.now()) - heard.gapMs) > SET_MS ? null : heard.offsetMs;
  }

  /** @param now milliseconds since 1970, by this machine's clock. */
  hear(date: string | undefined, now: number): void {
    const time = date === undefined ? Number.NaN : Date.parse(date);
    if (!Number.isNaN(time)) this.#heard = { offsetMs: time - now, gapMs: gapMs(now) };
  }
}

/** The same for as long as nobody sets the clock. */
function gapMs(now: number): number {
  return now - systemClock.now();
}

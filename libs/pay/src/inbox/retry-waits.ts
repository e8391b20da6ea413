import { backOffMs, withJitter } from '../core/values/back-off.js';
import { DAY_MS } from '../core/values/durations.js';
import type { InboxTimes } from './inbox-times.js';

/** A delivery that the service denies is given up after this number of attempts, over about two hours. */
export const MAX_DENIALS = 8;
/** How long an event is retried for which no process has a handler. Another version of the application may have one. */
export const UNHANDLED_MS = 3 * DAY_MS;
/** Maximum wait between two of these attempts. */
export const UNHANDLED_WAIT_MS = 300_000;
/** Spreads the retries of deliveries whose sender has no reads left. */
const OVER_LIMIT_SPREAD_MS = 60_000;
/** A denied delivery waits seconds at first and hours at last, because the service's reads can lag behind its webhooks. */
const DENIED_FACTOR = 6;

/** Times of retries, in milliseconds. */
type RetryTimes = Pick<InboxTimes, 'retryMs' | 'maxRetryMs' | 'random'>;

/** Returns the wait after a failed attempt, in milliseconds. */
export function retryWaitMs(attempt: number, times: RetryTimes, factor?: number): number {
  const { retryMs: firstMs, maxRetryMs: maxMs, random } = times;
  return withJitter(backOffMs(attempt, { firstMs, maxMs, factor }), random);
}

/** Returns the wait after the service denied a delivery, in milliseconds. */
export function deniedWaitMs(denials: number, times: RetryTimes): number {
  return retryWaitMs(denials, times, DENIED_FACTOR);
}

/** Returns the wait of a delivery whose sender has no reads left: at least `waitMs`, in milliseconds. */
export function overLimitWaitMs(waitMs: number, random: () => number): number {
  return Math.round(waitMs + random() * OVER_LIMIT_SPREAD_MS);
}

import { backOffMs, withJitter } from '../core/values/back-off.js';
import type { BackOff } from '../core/values/back-off.js';

/** Spreads the retries of events that exceeded the budget of confirmation reads. */
const OVER_BUDGET_SPREAD_MS = 60_000;
/** A rejected event waits seconds at first and hours at last, because the service's reads can lag behind its webhooks. */
const REJECTED_FACTOR = 6;
/** Another version of the application may handle the event soon, as in a rolling deployment. */
export const UNHANDLED_MAX_MS = 300_000;

/** Returns the wait after a failed attempt, in milliseconds. */
export function retryWaitMs(attempt: number, backOff: BackOff, random: () => number): number {
  return withJitter(backOffMs(attempt, backOff), random);
}

/** Returns the wait after the service rejected an event, in milliseconds. */
export function rejectedWaitMs(rejectedAttempts: number, backOff: BackOff, random: () => number): number {
  return retryWaitMs(rejectedAttempts, { ...backOff, factor: REJECTED_FACTOR }, random);
}

/** Returns the wait of an event for which there is no room now: at least `waitMs`, in milliseconds. */
export function noRoomWaitMs(waitMs: number, random: () => number): number {
  return Math.round(waitMs + random() * OVER_BUDGET_SPREAD_MS);
}

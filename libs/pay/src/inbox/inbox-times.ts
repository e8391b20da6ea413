import { systemClock } from '../core/values/clock.js';
import { HOUR_MS } from '../core/values/durations.js';

/** Times in milliseconds, and the maximum number of unconfirmed deliveries that wait for each account and class of senders. */
export const INBOX_TIMES = {
  clock: systemClock,
  /** How often the process looks for events that other processes stored or that are due again. */
  pollMs: 1_000,
  /** After this time, other processes take over the events of a dead process. */
  leaseMs: 6_000,
  retryMs: 2_000,
  maxRetryMs: HOUR_MS,
  storeTimeoutMs: 10_000,
  maxUnconfirmed: 10_000,
  random: Math.random,
};

export type InboxTimes = typeof INBOX_TIMES;

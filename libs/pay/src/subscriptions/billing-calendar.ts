import { DAY_MS } from '../core/values/durations.js';
import { instantOf } from '../core/values/local-time.js';

/** Units of a billing period. */
export const INTERVALS = ['day', 'week', 'month', 'year'] as const;
export type PaySubscriptionInterval = (typeof INTERVALS)[number];

/** When the periods of a subscription start. */
export interface BillingCalendar {
  /** Local time of the first period, such as `2026-01-31T09:00:00`. All periods count from it, so that they never drift. */
  anchor: string;
  /** IANA name of the time zone. */
  timeZone: string;
  interval: PaySubscriptionInterval;
  /** Number of intervals in a period. @default 1 */
  intervalCount?: number;
}

/**
 * Returns the start of a period. The first period has the number 0. A day that a month does not have becomes its last day.
 * A local time that a clock change skips moves forward by the change; of a repeated one, the first counts.
 */
export function periodStart(
  { anchor, timeZone, interval, intervalCount = 1 }: BillingCalendar,
  period: number,
): Date {
  const first = new Date(`${anchor}Z`);
  const count = period * intervalCount;
  const local =
    interval === 'day' || interval === 'week'
      ? first.getTime() + count * (interval === 'week' ? 7 : 1) * DAY_MS
      : addMonths(first, interval === 'year' ? count * 12 : count);
  return new Date(instantOf(local, timeZone));
}

function addMonths(first: Date, months: number): number {
  const moved = new Date(first);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  return moved.setUTCDate(Math.min(first.getUTCDate(), lastDay));
}

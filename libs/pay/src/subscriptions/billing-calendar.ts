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
  /** Number of intervals in a period. */
  intervalCount: number;
}

const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns the start of a period. The first period has the number 0. A day that a month does not have becomes its last day.
 * A local time that a clock change skips moves forward by the change; of a repeated one, the first counts.
 */
export function periodStart(
  { anchor, timeZone, interval, intervalCount }: BillingCalendar,
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

/** Returns the local time of an instant, days later, in whole seconds. */
export function localTime(instant: Date, timeZone: string, days = 0): string {
  const ms = Math.floor(instant.getTime() / 1000) * 1000;
  return new Date(ms + offsetAt(ms, timeZone) + days * DAY_MS).toISOString().slice(0, 19);
}

/** Whether the runtime knows a time zone. */
export function isTimeZone(value: unknown): boolean {
  try {
    return typeof value === 'string' && value !== '' && offsetAt(0, value) !== undefined;
  } catch {
    return false;
  }
}

function addMonths(first: Date, months: number): number {
  const moved = new Date(first);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  return moved.setUTCDate(Math.min(first.getUTCDate(), lastDay));
}

function instantOf(local: number, timeZone: string): number {
  const before = local - offsetAt(local - DAY_MS, timeZone);
  const after = local - offsetAt(local + DAY_MS, timeZone);
  const exact = [before, after].filter((instant) => instant + offsetAt(instant, timeZone) === local);
  return exact.length > 0 ? Math.min(...exact) : before;
}

/** Returns the offset from UTC at an instant in whole seconds, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    });
    formats.set(timeZone, format);
  }
  const parts = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
  const { year, month, day, hour, minute, second } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - instant;
}

import { DAY_MS } from '../core/values/durations.js';
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

const NUMERIC = {
  ...({ year: 'numeric', month: 'numeric', day: 'numeric' } as const),
  ...({ hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const),
};
const formats = new Map<string, Intl.DateTimeFormat>();

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

/** Returns the local time of an instant, days later, in whole seconds. */
export function localTime(instant: Date, timeZone: string, days = 0): string {
  const ms = Math.floor(instant.getTime() / 1000) * 1000;
  return new Date(ms + offsetAt(ms, timeZone) + days * DAY_MS).toISOString().slice(0, 19);
}

/** Returns an instant of the service, whose times without an offset are local times in Athens. Null for other texts. */
export function serviceTime(text: string): Date | null {
  const hasOffset = /(Z|[+-]\d\d:?\d\d)$/i.test(text);
  const time = Date.parse(hasOffset ? text : `${text}Z`);
  if (Number.isNaN(time)) return null;
  const ms = time % 1000;
  return new Date(hasOffset ? time : instantOf(time - ms, 'Europe/Athens') + ms);
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
  // Creating a format takes longer than using it.
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...NUMERIC });
  formats.set(timeZone, format);
  // For example `2/28/2026, 09:00:00`, which V8 reads as a time.
  return Date.parse(`${format.format(instant)} UTC`) - instant;
}

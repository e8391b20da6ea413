import { DAY_MS } from './durations.js';

const NUMERIC = {
  ...({ year: 'numeric', month: 'numeric', day: 'numeric' } as const),
  ...({ hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const),
};
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the local time of an instant, days later, in whole seconds: `2026-01-31T09:00:00`. */
export function localTime(instant: Date, timeZone: string, days = 0): string {
  const ms = Math.floor(instant.getTime() / 1000) * 1000;
  return new Date(ms + offsetAt(ms, timeZone) + days * DAY_MS).toISOString().slice(0, 19);
}

/**
 * Returns the instant of a local time. A local time that a clock change skips moves forward by the change; of a repeated one, the first
 * counts.
 *
 * @param local - Milliseconds since 1970, as if the local time were UTC.
 */
export function instantOf(local: number, timeZone: string): number {
  const before = local - offsetAt(local - DAY_MS, timeZone);
  const after = local - offsetAt(local + DAY_MS, timeZone);
  const exact = [before, after].filter((instant) => instant + offsetAt(instant, timeZone) === local);
  return exact.length > 0 ? Math.min(...exact) : before;
}

/** Whether the runtime knows a time zone. */
export function isTimeZone(value: unknown): boolean {
  try {
    return typeof value === 'string' && value !== '' && offsetAt(0, value) !== undefined;
  } catch {
    return false;
  }
}

/** Returns the offset from UTC at an instant in whole seconds, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  // Creating a format takes longer than using it.
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...NUMERIC });
  formats.set(timeZone, format);
  // For example `2/28/2026, 09:00:00`, which V8 reads as a time.
  return Date.parse(`${format.format(instant)} UTC`) - instant;
}

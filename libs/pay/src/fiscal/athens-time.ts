const FORMAT = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Europe/Athens',
  hourCycle: 'h23',
  calendar: 'iso8601',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
/** Hours that Athens is ahead of UTC, summer first: of the two instants of the repeated hour in autumn, the first one is taken. */
const OFFSETS = [3, 2];
const LOCAL = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/;

/** Returns the time in Athens as `yyyyMMddHHmmss`. */
export function athensTime(at: Date): string {
  const parts = new Map(FORMAT.formatToParts(at).map(({ type, value }) => [type, value]));
  const names = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;
  return names.map((name) => (parts.get(name) ?? '').padStart(name === 'year' ? 4 : 2, '0')).join('');
}

/** Returns the day in Athens as `yyyy-MM-dd`. */
export function athensDay(at: Date): string {
  return athensTime(at).replace(/^(\d{4})(\d\d)(\d\d).*$/, '$1-$2-$3');
}

/**
 * Returns the instant of a time in Athens. In the hour that autumn repeats, it is the first of two. Null if the text is no time, or
 * a time of the hour that spring skips.
 */
export function athensInstant(local: string): Date | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (LOCAL.exec(local) ?? [])
    .slice(1)
    .map(Number);
  for (const offset of OFFSETS) {
    const at = new Date(Date.UTC(year, month - 1, day, hour - offset, minute, second));
    if (!Number.isNaN(at.getTime()) && athensTime(at) === local) return at;
  }
  return null;
}

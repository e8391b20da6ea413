const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FORMAT = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Athens',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** Milliseconds by which Athens, the service's local time, is ahead of UTC at that moment. */
function offsetMs(time: number): number {
  const part = Object.fromEntries(FORMAT.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const local = Date.UTC(
    part.year ?? 0,
    (part.month ?? 1) - 1,
    part.day,
    part.hour,
    part.minute,
    part.second,
  );
  return local - Math.floor(time / 1000) * 1000;
}

/** Fraction of a second without trailing zeros; the service drops it when it is zero. */
function fraction(iso: string): string {
  return iso.slice(19, 23).replace(/\.?0+$/, '');
}

/** Local time without offset, as in a webhook's InsDate: `2026-02-03T12:15:28.73`. */
export function athensLocal(time: number): string {
  const iso = new Date(time + offsetMs(time)).toISOString();
  return iso.slice(0, 19) + fraction(iso);
}

/** Local time with its offset: `2021-12-06T14:32:10.32+02:00`. */
export function athensWithOffset(time: number): string {
  return athensLocal(time) + offsetText(time);
}

/** Local time with offset and seven fraction digits, as in an answer's TimeStamp. */
export function athensTimeStamp(time: number): string {
  const iso = new Date(time + offsetMs(time)).toISOString();
  return `${iso.slice(0, 23)}0000${offsetText(time)}`;
}

/** The service's calendar day, `yyyy-MM-dd`: it decides between void and refund. */
export function athensDay(time: number): string {
  return athensLocal(time).slice(0, 10);
}

/** The next midnight in Athens after that moment. */
export function nextAthensMidnight(time: number): number {
  return nextAthensHour(time, 0);
}

/** When the clocks of Athens next show that full hour, after that moment: also on a day on which they are changed. */
export function nextAthensHour(time: number, hour: number): number {
  const today = athensTime(Date.parse(`${athensDay(time)}T00:00:00Z`) + hour * HOUR_MS, time);
  return today > time
    ? today
    : athensTime(Date.parse(`${athensDay(time)}T00:00:00Z`) + DAY_MS + hour * HOUR_MS, time);
}

/** When it is that local time. The offset at the time itself counts: since the moment nearby the clocks may have changed. */
function athensTime(local: number, nearby: number): number {
  return local - offsetMs(local - offsetMs(nearby));
}

function offsetText(time: number): string {
  const minutes = offsetMs(time) / 60_000;
  return `+${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Ends with the offset, such as `GMT+02:00`. */
const FORMAT = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Athens', timeZoneName: 'longOffset' });

const QUARTER_MS = 900_000;
let known = { quarter: Number.NaN, text: '', ms: 0 };

/** Returns how far the local time of the service (Athens) is ahead of UTC at a time. It changes at full quarters only. */
function offset(time: number): typeof known {
  const quarter = Math.floor(time / QUARTER_MS);
  if (known.quarter === quarter) return known;
  const text = FORMAT.format(time).slice(-'+02:00'.length);
  const [hours, minutes] = text.split(':').map(Number) as [number, number];
  known = { quarter, text, ms: hours * HOUR_MS + minutes * 60_000 };
  return known;
}

/** Formats the fraction of a second without trailing zeros. The service omits a fraction of zero. */
function fraction(iso: string): string {
  return iso.slice(19, 23).replace(/\.?0+$/, '');
}

/** Formats local time without its offset, as in the `InsDate` of a webhook: `2026-02-03T12:15:28.73`. */
export function athensLocal(time: number): string {
  const iso = new Date(time + offset(time).ms).toISOString();
  return iso.slice(0, 19) + fraction(iso);
}

/** Formats local time with its offset: `2021-12-06T14:32:10.32+02:00`. */
export function athensWithOffset(time: number): string {
  return athensLocal(time) + offset(time).text;
}

/** Formats local time with its offset and seven fraction digits, as in the `TimeStamp` of a response. */
export function athensTimeStamp(time: number): string {
  const iso = new Date(time + offset(time).ms).toISOString();
  return `${iso.slice(0, 23)}0000${offset(time).text}`;
}

/** Returns the calendar day of the service as `yyyy-MM-dd`. It decides between void and refund. */
export function athensDay(time: number): string {
  return athensLocal(time).slice(0, 10);
}

/** Returns the next midnight in Athens after a time. */
export function nextAthensMidnight(time: number): number {
  return nextAthensHour(time, 0);
}

/** Returns the next time after `time` at which it is a given full hour in Athens. Handles daylight saving time. */
export function nextAthensHour(time: number, hour: number): number {
  const today = athensTime(Date.parse(`${athensDay(time)}T00:00:00Z`) + hour * HOUR_MS, time);
  return today > time
    ? today
    : athensTime(Date.parse(`${athensDay(time)}T00:00:00Z`) + DAY_MS + hour * HOUR_MS, time);
}

/** Converts local time to UTC. Uses the offset at the result, because it can differ from the offset at `nearby`. */
function athensTime(local: number, nearby: number): number {
  return local - offset(local - offset(nearby).ms).ms;
}

/** Returns the times at which it is a local `yyyyMMddHHmmss` in Athens: none in the hour that spring skips, two in autumn. */
export function athensTimes(local: string): readonly number[] {
  const iso = local.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6');
  const written = Date.parse(`${iso}Z`);
  if (Number.isNaN(written)) return [];
  return [2, 3]
    .map((hours) => written - hours * HOUR_MS)
    .filter((time) => athensLocal(time) === iso)
    .sort((a, b) => a - b);
}

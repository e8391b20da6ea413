/** A duration: milliseconds, a number with a unit such as `'90 minutes'`, or calendar months. */
export type Duration =
  | number
  | `${number} ${'second' | 'seconds' | 'minute' | 'minutes' | 'hour' | 'hours' | 'day' | 'days'}`
  | { readonly months: number };
const UNITS_MS: Readonly<Record<string, number>> = {
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

const MAX_MONTHS = 120;

/**
 * Returns a duration in milliseconds.
 *
 * @param now - Start of calendar months, in milliseconds since 1970.
 * @throws RangeError if the text is not a number with a unit, or the months are not a whole number from 0 to 120.
 */
export function millisecondsOf(duration: Duration, now: number): number {
  if (typeof duration === 'number') return duration;
  if (typeof duration === 'object' && duration !== null) return monthsLater(now, duration.months) - now;
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?) (second|minute|hour|day)s?$/.exec(duration) ?? [];
  const unitMs = UNITS_MS[unit];
  if (unitMs === undefined)
    throw new RangeError(
      `duration: expected milliseconds, seconds, minutes, hours or days such as '90 minutes', not '${duration}', or { months: 1 }`,
    );
  return Number(amount) * unitMs;
}

/** Returns the same day of a later month, or the last day of a shorter month. */
function monthsLater(now: number, months: number): number {
  if (!Number.isInteger(months) || months < 0 || months > MAX_MONTHS)
    throw new RangeError(
      `duration.months: expected a whole number from 0 to ${MAX_MONTHS}, such as { months: 1 }`,
    );
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months);
  // In a shorter month, JavaScript continues into the next month.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}

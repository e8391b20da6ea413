import { didYouMean } from './nearest-name.js';

/** Parts of a duration, as the control API takes them. The duration is their sum, and months come first. */
export interface DurationParts {
  readonly ms?: number;
  readonly seconds?: number;
  readonly minutes?: number;
  readonly hours?: number;
  readonly days?: number;
  /** Calendar months. */
  readonly months?: number;
}

/** A duration: milliseconds, a number with a unit such as `'90 minutes'`, or parts such as `{ days: 1 }`. */
export type Duration =
  | number
  | `${number} ${'second' | 'seconds' | 'minute' | 'minutes' | 'hour' | 'hours' | 'day' | 'days'}`
  | DurationParts;

/** Milliseconds of each part except months. */
const PARTS_MS = { ms: 1, seconds: 1_000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;
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
 * @throws RangeError if the text is not a number with a unit, or a part is unknown, negative or no number.
 */
export function millisecondsOf(duration: Duration, now: number): number {
  if (typeof duration === 'number') return duration;
  if (typeof duration === 'object' && duration !== null) return millisecondsOfParts(duration, now);
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?) (second|minute|hour|day)s?$/.exec(duration) ?? [];
  const unitMs = UNITS_MS[unit];
  if (unitMs === undefined)
    throw new RangeError(
      `duration: expected milliseconds, seconds, minutes, hours or days such as '90 minutes', not '${duration}', or { days: 1 }`,
    );
  return Number(amount) * unitMs;
}

function millisecondsOfParts({ months = 0, ...parts }: DurationParts, now: number): number {
  const known = [...Object.keys(PARTS_MS), 'months'];
  const after = Object.entries(parts).reduce((sum, [name, amount]: [string, unknown]) => {
    const unitMs = Object.hasOwn(PARTS_MS, name) ? PARTS_MS[name as keyof typeof PARTS_MS] : undefined;
    if (unitMs === undefined)
      throw new RangeError(
        `duration.${name}: unknown member${didYouMean(name, known) || `: expected ${known.join(', ')}`}`,
      );
    if (amount === undefined) return sum;
    if (typeof amount !== 'number' || !(amount >= 0))
      throw new RangeError(`duration.${name}: expected a number from 0, such as { ${name}: 1 }`);
    return sum + amount * unitMs;
  }, 0);
  return monthsLater(now, months) - now + after;
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

import { checkedInput } from './input.js';

/** Milliseconds of each part except months. */
const PARTS_MS = { ms: 1, seconds: 1_000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

/** Parts of a duration, as the control API takes them. The duration is their sum, and months come first. */
export type DurationParts = Readonly<Partial<Record<keyof typeof PARTS_MS, number>>> & {
  /** Calendar months. */
  readonly months?: number;
};

/** A duration: milliseconds, a number with a unit such as `'90 minutes'`, or parts such as `{ days: 1 }`. */
export type Duration =
  | number
  | `${number} ${'second' | 'seconds' | 'minute' | 'minutes' | 'hour' | 'hours' | 'day' | 'days'}`
  | DurationParts;

/**
 * Returns a duration in milliseconds.
 *
 * @param now - Start of calendar months, in milliseconds since 1970.
 * @throws RangeError if the text is not a number with a unit, or a part is unknown, negative or no number.
 */
export function millisecondsOf(duration: Duration, now: number): number {
  if (typeof duration === 'number') return duration;
  if (typeof duration === 'object' && duration !== null) return millisecondsOfParts(duration, now);
  const [, amount, unit] = /^(\d+(?:\.\d+)?) (second|minute|hour|day)s?$/.exec(duration) ?? [];
  if (unit === undefined)
    throw new RangeError(
      `duration: expected milliseconds, seconds, minutes, hours or days such as '90 minutes', not '${duration}', or { days: 1 }`,
    );
  return Number(amount) * PARTS_MS[`${unit as 'second' | 'minute' | 'hour' | 'day'}s`];
}

function millisecondsOfParts(parts: DurationParts, now: number): number {
  const { months = 0, ...others } = checkedInput('advanceClock', parts, 'duration');
  const after = Object.entries(others).map(
    ([name, amount]) => amount * PARTS_MS[name as keyof typeof others],
  );
  return monthsLater(now, months) - now + after.reduce((sum, ms) => sum + ms, 0);
}

/** Returns the same day of a later month, or the last day of a shorter month. */
function monthsLater(now: number, months: number): number {
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months);
  // In a shorter month, JavaScript continues into the next month.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}

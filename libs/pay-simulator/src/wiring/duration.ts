import type { Duration } from './simulator.types.js';

const UNITS_MS: Readonly<Record<string, number>> = {
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

/** Returns a duration in milliseconds. @throws RangeError if the text is not a number with a unit. */
export function millisecondsOf(duration: Duration): number {
  if (typeof duration === 'number') return duration;
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?) (second|minute|hour|day)s?$/.exec(duration) ?? [];
  const unitMs = UNITS_MS[unit];
  if (unitMs === undefined)
    throw new RangeError(
      `duration: expected milliseconds, or seconds, minutes, hours or days such as '90 minutes', not '${duration}'`,
    );
  return Number(amount) * unitMs;
}

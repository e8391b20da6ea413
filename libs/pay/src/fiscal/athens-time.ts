import { SERVICE_ZONE } from '../areas/service-time.js';
import { instantOf, localTime } from '../core/values/local-time.js';

const LOCAL = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/;

/** Returns the time in Athens as `yyyyMMddHHmmss`. */
export function athensTime(at: Date): string {
  return localTime(at, SERVICE_ZONE).replaceAll(/\D/g, '');
}

/** Returns the day in Athens as `yyyy-MM-dd`. */
export function athensDay(at: Date): string {
  return localTime(at, SERVICE_ZONE).slice(0, 10);
}

/**
 * Returns the instant of a time in Athens. In the hour that autumn repeats, it is the first of two. Null if the text is no time, or
 * a time of the hour that spring skips.
 */
export function athensInstant(local: string): Date | null {
  const time = LOCAL.test(local) ? Date.parse(local.replace(LOCAL, '$1-$2-$3T$4:$5:$6Z')) : Number.NaN;
  if (Number.isNaN(time)) return null;
  const at = new Date(instantOf(time, SERVICE_ZONE));
  return athensTime(at) === local ? at : null;
}

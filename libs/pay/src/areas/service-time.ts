import { instantOf } from '../core/values/local-time.js';

/** Time zone of the service's times without an offset. */
export const SERVICE_ZONE = 'Europe/Athens';

/** `Date.parse` reads a number or the name of a month as a time, too. */
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?<offset>Z|[+-]\d\d:?\d\d)?$/i;

/** Returns an instant of the service, whose times without an offset are local times in Athens. Null for other texts. */
export function serviceTime(text: string): Date | null {
  const read = TIME.exec(text);
  const hasOffset = read?.groups?.['offset'] !== undefined;
  const time = read === null ? Number.NaN : Date.parse(hasOffset ? text : `${text}Z`);
  if (Number.isNaN(time)) return null;
  const ms = time % 1000;
  return new Date(hasOffset ? time : instantOf(time - ms, SERVICE_ZONE) + ms);
}

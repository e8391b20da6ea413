import { instantOf } from '../core/values/local-time.js';

/** Time zone of the service's times without an offset. */
export const SERVICE_ZONE = 'Europe/Athens';

/** Returns an instant of the service, whose times without an offset are local times in Athens. Null for other texts. */
export function serviceTime(text: string): Date | null {
  const hasOffset = /(Z|[+-]\d\d:?\d\d)$/i.test(text);
  const time = Date.parse(hasOffset ? text : `${text}Z`);
  if (Number.isNaN(time)) return null;
  const ms = time % 1000;
  return new Date(hasOffset ? time : instantOf(time - ms, SERVICE_ZONE) + ms);
}

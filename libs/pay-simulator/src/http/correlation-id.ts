import type { Ids } from '../domain/ids.js';

/** Creates a trace ID in the service's format: year, day of year and eight hexadecimal digits, such as `26-115-EDAA55BC`. */
export function correlationId(now: number, ids: Ids): string {
  const year = new Date(now).getUTCFullYear();
  const day = Math.floor((now - Date.UTC(year, 0, 1)) / 86_400_000) + 1;
  return `${String(year % 100).padStart(2, '0')}-${String(day).padStart(3, '0')}-${ids.hex(8)}`;
}

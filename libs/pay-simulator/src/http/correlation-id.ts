import type { Ids } from '../domain/ids.js';

/** Creates a trace ID in the service's format: year, day of year and eight hexadecimal digits, such as `26-115-EDAA55BC`. */
export function correlationId(now: number, ids: Ids): string {
  const day = Math.floor(now / DAY_MS);
  if (latest.day !== day) latest = { day, text: textOf(day * DAY_MS) };
  return [latest.text, ids.hex(8)].join('-');
}

const DAY_MS = 86_400_000;
let latest = { day: Number.NaN, text: '' };

function textOf(midnight: number): string {
  const year = new Date(midnight).getUTCFullYear();
  const day = (midnight - Date.UTC(year, 0, 1)) / DAY_MS + 1;
  return `${String(year % 100).padStart(2, '0')}-${String(day).padStart(3, '0')}`;
}

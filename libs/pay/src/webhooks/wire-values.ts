import { isObject } from '../core/values/plain-data.js';

/** Returns an ID as text: a non-empty string or a number. Returns null for other values. */
export function readText(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null;
}

/** Returns an integer, also from a string of digits. Returns null for other values, such as `''` and `'null'`. */
export function readInteger(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : null;
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null;
}

/** Returns EventData if it is an object, otherwise the body; null if the body is not an object. */
export function unwrapEventData(body: unknown): Record<string, unknown> | null {
  if (!isObject(body)) return null;
  return isObject(body.EventData) ? body.EventData : body;
}

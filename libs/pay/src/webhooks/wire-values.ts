import { isObject } from '../core/values/plain-data.js';

/** Readers for members of a body that may hold anything. */

/** The text of an id: a string that is not empty, or a number; null for anything else. */
export function readText(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null;
}

/** A whole number, also as digits in text; null for anything else (`''` and `'null'` among it). */
export function readInteger(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : null;
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null;
}

/** The unwrap rule: EventData when it is an object, else the body itself; null when the body is no object. */
export function unwrapEventData(body: unknown): Record<string, unknown> | null {
  if (!isObject(body)) return null;
  return isObject(body.EventData) ? body.EventData : body;
}

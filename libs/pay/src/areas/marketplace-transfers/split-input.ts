import { didYouMean } from '../../core/values/nearest-name.js';

/**
 * @throws RangeError if the value is not an object, or has unknown members. A misspelled fee would otherwise be
 *   ignored.
 */
export function requireMembers(field: string, value: unknown, known: readonly string[]): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RangeError(`${field} must be an object`);
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new RangeError(`${field}.${unknown} is unknown${didYouMean(unknown, known)}`);
}

/** @throws RangeError if the value is not a list with at least that many items. */
export function requireList(field: string, value: unknown, least: 0 | 1): void {
  if (!Array.isArray(value)) throw new RangeError(`${field} must be a list`);
  if (value.length < least) throw new RangeError(`${field} must name at least one seller`);
}

/** @throws RangeError if the value is not a whole number above 0. */
export function requirePositive(field: string, value: unknown): asserts value is number {
  if (!Number.isSafeInteger(value) || Number(value) < 1)
    throw new RangeError(`${field} must be a whole number above 0 (received ${quoted(value)})`);
}

/** @throws RangeError if the value is not a whole number from 0 to below the limit. */
export function requireBelow(field: string, value: unknown, limit: number): asserts value is number {
  if (!Number.isSafeInteger(value) || Number(value) < 0 || Number(value) >= limit)
    throw new RangeError(
      `${field} must be a whole number from 0 to ${limit - 1} (received ${quoted(value)})`,
    );
}

/** @throws RangeError if the value cannot be an account ID. */
export function requireAccount(field: string, value: unknown): asserts value is string {
  if (typeof value !== 'string' || value === '') throw new RangeError(`${field} must be a non-empty string`);
  if (value.trim() !== value)
    throw new RangeError(`${field} must be a string without leading or trailing white space`);
}

/** @throws RangeError if an item has unknown members, or two items name the same account. */
export function requireSellers(
  field: string,
  items: readonly { connectedAccountId: string }[],
  known: readonly string[],
): void {
  requireList(field, items, 1);
  const accounts = new Set<string>();
  items.forEach((item, index) => {
    requireMembers(`${field}[${index}]`, item, known);
    const { connectedAccountId } = item;
    requireAccount(`${field}[${index}].connectedAccountId`, connectedAccountId);
    // The service treats IDs as case-insensitive.
    if (accounts.has(connectedAccountId.toLowerCase()))
      throw new RangeError(`${field}[${index}].connectedAccountId occurs twice: add up its shares`);
    accounts.add(connectedAccountId.toLowerCase());
  });
}

/** Quotes strings, so that '5' differs from 5. */
function quoted(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'number' || value === null ? String(value) : `of type ${typeof value}`;
}

import { didYouMean } from '../../core/values/nearest-name.js';

/** @throws RangeError unless it is an object with no other members than the known ones: a misspelt fee would be none. */
export function requireMembers(field: string, value: unknown, known: readonly string[]): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RangeError(`${field} must be an object`);
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new RangeError(`${field}.${unknown} is not known${didYouMean(unknown, known)}`);
}

/** @throws RangeError unless it is a list with at least so many items. */
export function requireList(field: string, value: unknown, least: 0 | 1): void {
  if (!Array.isArray(value)) throw new RangeError(`${field} must be a list`);
  if (value.length < least) throw new RangeError(`${field} must name at least one seller`);
}

/** @throws RangeError unless it is a whole number above 0. */
export function requirePositive(field: string, value: unknown): asserts value is number {
  if (!Number.isSafeInteger(value) || Number(value) < 1)
    throw new RangeError(`${field} must be a whole number above 0, and is ${shown(value)}`);
}

/** @throws RangeError unless it is a whole number from 0 to below the limit. */
export function requireBelow(field: string, value: unknown, limit: number): asserts value is number {
  if (!Number.isSafeInteger(value) || Number(value) < 0 || Number(value) >= limit)
    throw new RangeError(`${field} must be a whole number from 0 to ${limit - 1}, and is ${shown(value)}`);
}

/** @throws RangeError unless it can be an account's id. */
export function requireAccount(field: string, value: unknown): asserts value is string {
  if (typeof value !== 'string' || value === '')
    throw new RangeError(`${field} must be a text that is not empty`);
  if (value.trim() !== value) throw new RangeError(`${field} must be a text without white space around it`);
}

/** @throws RangeError unless the items are objects with known members, each of an account of its own. */
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
    // The service reads ids without regard to case.
    if (accounts.has(connectedAccountId.toLowerCase()))
      throw new RangeError(`${field}[${index}].connectedAccountId stands twice: add its shares up`);
    accounts.add(connectedAccountId.toLowerCase());
  });
}

/** Text is quoted: '5' is no 5. */
function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'number' || value === null ? String(value) : `of type ${typeof value}`;
}

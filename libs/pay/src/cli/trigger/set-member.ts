import { isDeepStrictEqual } from 'node:util';
import { parseExactJson } from '../../core/exact-json.js';
import { isSlip } from '../../core/nearest-name.js';
import { isObject } from '../../core/plain-data.js';
import { UsageError } from '../command.js';

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Sets a member of a body to what `--set path=value` says, in place. The value is of the type that the member has; of one that is
 * null or new, what JSON says it is, else text. A path that begins with no member of the envelope is one of `EventData`.
 *
 * @throws UsageError naming the path.
 */
export function setMember(body: Record<string, unknown>, assignment: string): void {
  const at = assignment.indexOf('=');
  const path = at === -1 ? '' : assignment.slice(0, at).trim();
  if (path === '')
    throw new UsageError(`--set ${assignment}: expected path=value, as in EventData.Amount=12.34`);
  const names = path.split('.');
  const [first = ''] = names;
  if (!Object.hasOwn(body, first) && isOfEventData(first, body)) names.unshift('EventData');
  const last = names.pop() ?? '';
  const parent = names.reduce<unknown>((holder, name) => memberOf(holder, name, path), body);
  setIn(parent, last, assignment.slice(at + 1), path);
}

/** A slip in the envelope's own names is none of EventData's. */
function isOfEventData(name: string, body: Record<string, unknown>): boolean {
  const data = body['EventData'];
  return isObject(data) && (Object.hasOwn(data, name) || hint(name, body) === '');
}

function memberOf(holder: unknown, name: string, path: string): unknown {
  if (isHolder(holder) && Object.hasOwn(holder, name)) return (holder as Record<string, unknown>)[name];
  throw new UsageError(`--set ${path}: there is no ${name}${hint(name, holder)}`);
}

function setIn(holder: unknown, name: string, text: string, path: string): void {
  if (!isHolder(holder)) throw new UsageError(`--set ${path}: only objects and lists have members`);
  if (name === '' || name === '__proto__') throw new UsageError(`--set ${path}: that is no member's name`);
  const isThere = Object.hasOwn(holder, name);
  if (Array.isArray(holder) && !(/^\d+$/.test(name) && (isThere || name === String(holder.length))))
    throw new UsageError(`--set ${path}: the list has ${holder.length} items, counted from 0`);
  const slip = isThere ? '' : hint(name, holder);
  if (slip !== '') throw new UsageError(`--set ${path}: there is no ${name}${slip}`);
  const members = holder as Record<string, unknown>;
  members[name] = valueOf(text, isThere ? members[name] : null, path);
}

function valueOf(text: string, present: unknown, path: string): unknown {
  if (text === 'null') return null;
  if (/^".*"$/s.test(text)) return readJson(text, path);
  switch (typeof present) {
    case 'string':
      return text;
    case 'number':
    case 'bigint':
      if (NUMBER.test(text)) return readNumber(text, path);
      throw new UsageError(`--set ${path}: expected a number`);
    case 'boolean':
      if (text === 'true' || text === 'false') return text === 'true';
      throw new UsageError(`--set ${path}: expected true or false`);
    default:
      return present === null ? readLoosely(text, path) : readJson(text, path);
  }
}

/** Of a member whose type nobody knows. */
function readLoosely(text: string, path: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  if (NUMBER.test(text)) return readNumber(text, path);
  return /^[[{]/.test(text) ? readJson(text, path) : text;
}

/** Exactly: an order code may be above 2^53 − 1. */
function readNumber(text: string, path: string): number | bigint {
  const number = Number(text);
  if (/^-?\d+$/.test(text)) return Number.isSafeInteger(number) ? number : BigInt(text);
  if (Number.isFinite(number)) return number;
  throw new UsageError(`--set ${path}: the number is too large`);
}

function readJson(text: string, path: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (isDeepStrictEqual(value, parseExactJson(text))) return value;
  } catch {
    throw new UsageError(`--set ${path}: expected JSON`);
  }
  throw new UsageError(`--set ${path}: a number in it would be rounded; set it by a path of its own`);
}

function isHolder(value: unknown): value is object {
  return isObject(value) || Array.isArray(value);
}

function hint(name: string, holder: unknown): string {
  const meant = isObject(holder) ? Object.keys(holder).find((member) => isSlip(name, member)) : undefined;
  return meant === undefined ? '' : `: did you mean ${meant}?`;
}

/** One wrong option: its name (dotted where nested) and what was expected. */
export interface FieldError {
  field: string;
  problem: string;
}

/** Deeper than any option of the service. Also stops circular data. */
const MAX_DEPTH = 24;
/** More members than any object of the service. Checking more would block the process. */
const MAX_MEMBERS = 1_000;
/** A character beyond 16 bits is a pair. Half of it becomes another character on its way. */
const HALF_CHARACTER = /\p{Surrogate}/u;
/** Names with a special meaning when an object is copied. */
const RESERVED_NAMES: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** A copy of plain data, or what in the value is no plain data. */
export type PlainCopy = { value: unknown } | { problems: FieldError[] };

/**
 * Copies data: strings, finite numbers, booleans, bigints, null, lists, and the own enumerable members of objects. Values that
 * JSON would change (promises, dates, collections, objects with `toJSON`) are refused: a refund with options that become empty
 * would refund everything.
 *
 * @param field name of the value in a problem.
 */
export function copyPlainData(value: unknown, field: string): PlainCopy {
  const problems: FieldError[] = [];
  const copy = copyOf(value, { field, parent: '', depth: 0, problems });
  return problems.length > 0 ? { problems } : { value: copy };
}

/** Adds members to options. Returns invalid options unchanged, so that their check reports them. */
export function withMembers<Options extends object>(
  options: Options,
  add: (copied: Options) => Partial<Options>,
): Options {
  const copied = copyPlainData(options, 'options');
  if ('problems' in copied || !isObject(copied.value)) return options;
  const copy = copied.value as Options;
  return { ...copy, ...add(copy) };
}

/**
 * Copies the own members of an object to one without a prototype. A member of `Object.prototype`, which any other package can
 * add, is then neither an option nor a part of a response.
 */
export function ownMembers<Members extends object>(value: Members): Members {
  return Object.assign(Object.create(null) as Members, value);
}

/** Copies an object without the members that are undefined. */
export function withoutUndefined<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Value;
}

/** Returns an object whose members begin in lower case, because the service also sends them in Pascal case. */
export function inCamelCase(members: Record<string, unknown>): Record<string, unknown> {
  if (typeof members !== 'object' || members === null) return {};
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name.charAt(0).toLowerCase() + name.slice(1), value]),
  );
}

/** Returns whether a value is an object, and neither null nor a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Place {
  /** Name of the value. */
  field: string;
  /** Prefix of its members' names. Empty at the top. */
  parent: string;
  depth: number;
  problems: FieldError[];
}

/** Returns whether a value needs no copy and no check. */
function isScalar(value: unknown): boolean {
  return typeof value === 'string'
    ? !HALF_CHARACTER.test(value)
    : typeof value === 'boolean' || Number.isSafeInteger(value);
}

function copyOf(value: unknown, place: Place): unknown {
  if (isScalar(value)) return value;
  const refuse = (problem: string): undefined => void place.problems.push({ field: place.field, problem });
  if (typeof value === 'string')
    return refuse('must not contain half of a character, as an emoji that was cut');
  if (typeof value === 'number' && !Number.isFinite(value)) return refuse('must be a finite number');
  if (typeof value === 'function' || typeof value === 'symbol')
    return refuse(`must be data, not a ${typeof value}`);
  if (typeof value !== 'object' || value === null) return value;
  if (place.depth > MAX_DEPTH) return refuse('is nested too deeply');
  const kind = kindOf(value);
  if (kind !== null) return refuse(`must be plain data, not ${kind}`);
  const inside = (name: string): Place => ({
    ...place,
    field: place.parent + name,
    parent: `${place.parent}${name}.`,
    depth: place.depth + 1,
  });
  if (Array.isArray(value)) return Array.from(value, (item, at) => copyOf(item, inside(String(at))));
  const names = Object.keys(value);
  if (names.length > MAX_MEMBERS) return refuse(`must not have over ${MAX_MEMBERS} members`);
  const wrong = names.find((name) => RESERVED_NAMES.includes(name));
  if (wrong !== undefined) return refuse(`must not have a member ${wrong}`);
  const members = value as Record<string, unknown>;
  const copy: Record<string, unknown> = {};
  for (const name of names) {
    const member = members[name];
    copy[name] = isScalar(member) ? member : copyOf(member, inside(name));
  }
  return copy;
}

/** Returns the kind of an object that has no members of its own by nature, such as a promise or a map. Null for any other object. */
export function specialKindOf(value: object): string | null {
  if (typeof (value as Record<string, unknown>)['then'] === 'function') return 'a promise: await it first';
  const tag = Object.prototype.toString.call(value).slice('[object '.length, -1);
  if (tag !== 'Object') return `an object of kind ${tag}`;
  return Symbol.iterator in value ? 'a collection' : null;
}

/** Returns the kind of an object that is no plain data, or null for plain data. */
function kindOf(value: object): string | null {
  const members = value as Record<string | symbol, unknown>;
  if (typeof members['toJSON'] === 'function') return 'something that writes itself (toJSON)';
  if (Array.isArray(value)) return null;
  const special = specialKindOf(value);
  if (special !== null) return special;
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (prototype === null || prototype === Object.prototype) return null;
  for (const name in value)
    if (!Object.hasOwn(value, name) && !Object.hasOwn(Object.prototype, name))
      return 'an object with inherited members';
  const isRoot = Object.getPrototypeOf(prototype) === null;
  return !isRoot && Object.keys(value).length === 0 ? 'an instance without values of its own' : null;
}

/** One wrong option: its name (dotted where nested) and what was expected. */
export interface FieldError {
  field: string;
  problem: string;
}

/** Deeper than any option of the service; a circle never ends. */
const MAX_DEPTH = 24;
/** More members than any object of the service: checking a flood of them would stop the process. */
const MAX_MEMBERS = 1_000;
/** Names that mean something else to whatever copies an object. */
const NO_NAMES: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** A copy of a value, taken once: what is checked is then what is sent. Or what in it is no data. */
export type Taken = { value: unknown } | { problems: FieldError[] };

/**
 * Copies data: text, finite numbers, booleans, bigints, null, lists, and the own enumerable members of objects. Everything
 * that would be written as something else than it holds (a promise, a date, a collection, a `toJSON`) is refused: a refund
 * whose options come out empty is a refund of everything.
 *
 * @param field what the value is called in a problem.
 */
export function takePlain(value: unknown, field: string): Taken {
  const problems: FieldError[] = [];
  const copy = copyOf(value, { field, parent: '', depth: 0, problems });
  return problems.length > 0 ? { problems } : { value: copy };
}

/** Options with further members; what is no plain object is left as it is: the check of the options then says so. */
export function withMembers<Options extends object>(
  options: Options,
  add: (taken: Options) => Partial<Options>,
): Options {
  const taken = takePlain(options, 'options');
  if ('problems' in taken || !isObject(taken.value)) return options;
  const copy = taken.value as Options;
  return { ...copy, ...add(copy) };
}

/**
 * Copies the own members of an object to one without a prototype. A member of `Object.prototype`, which any other package can
 * add, is then neither an option nor a part of an answer.
 */
export function ownMembers<Members extends object>(given: Members): Members {
  return Object.assign(Object.create(null) as Members, given);
}

/** An object with members: neither null nor a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Place {
  /** What it is called. */
  field: string;
  /** What stands before its members' names: empty at the top. */
  parent: string;
  depth: number;
  problems: FieldError[];
}

/** Most of all that is copied: nothing in it can be wrong, so that nobody need know where it stands. */
function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value);
}

function copyOf(value: unknown, place: Place): unknown {
  if (isScalar(value)) return value;
  const no = (problem: string): undefined => void place.problems.push({ field: place.field, problem });
  if (typeof value === 'number' && !Number.isFinite(value)) return no('must be a finite number');
  if (typeof value === 'function' || typeof value === 'symbol')
    return no(`must be data, not a ${typeof value}`);
  if (typeof value !== 'object' || value === null) return value;
  if (place.depth > MAX_DEPTH) return no('is nested too deeply');
  const kind = kindOf(value);
  if (kind !== null) return no(`must be plain data, not ${kind}`);
  const inside = (name: string): Place => ({
    ...place,
    field: place.parent + name,
    parent: `${place.parent}${name}.`,
    depth: place.depth + 1,
  });
  if (Array.isArray(value)) return Array.from(value, (item, at) => copyOf(item, inside(String(at))));
  const names = Object.keys(value);
  if (names.length > MAX_MEMBERS) return no(`must not have over ${MAX_MEMBERS} members`);
  const wrong = names.find((name) => NO_NAMES.includes(name));
  if (wrong !== undefined) return no(`must not have a member ${wrong}`);
  const members = value as Record<string, unknown>;
  const copy: Record<string, unknown> = {};
  for (const name of names) {
    const member = members[name];
    copy[name] = isScalar(member) ? member : copyOf(member, inside(name));
  }
  return copy;
}

/** What an object is when its own members are not all there is to it; null for data. */
function kindOf(value: object): string | null {
  const members = value as Record<string | symbol, unknown>;
  if (typeof members['toJSON'] === 'function') return 'something that writes itself (toJSON)';
  if (Array.isArray(value)) return null;
  if (typeof members['then'] === 'function') return 'a promise: await it first';
  const tag = Object.prototype.toString.call(value).slice('[object '.length, -1);
  if (tag !== 'Object') return `an object of kind ${tag}`;
  if (Symbol.iterator in value) return 'a collection';
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (prototype === null || prototype === Object.prototype) return null;
  for (const name in value)
    if (!Object.hasOwn(value, name) && !Object.hasOwn(Object.prototype, name))
      return 'an object with inherited members';
  const isRoot = Object.getPrototypeOf(prototype) === null;
  return !isRoot && Object.keys(value).length === 0 ? 'an instance without values of its own' : null;
}

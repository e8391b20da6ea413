/** A JSON number as its digits, so that decimals and long integers are written exactly. */
export class Decimal {
  constructor(readonly text: string) {
    if (!/^-?\d+(\.\d+)?$/.test(text)) throw new RangeError(`'${text}' is not a decimal number`);
  }
}

/** A value that the simulator writes as JSON. Undefined members are omitted. */
export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Decimal
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue | undefined };

/** Members of an object that is written as JSON. */
export type Members = Readonly<Record<string, JsonValue>>;

/**
 * Returns an object with the given members in their order. A member has the value of its name; a name in Pascal case also finds the
 * name in camel case. A member without a value is null. Other values are left out.
 */
export function pickMembers(names: readonly string[], values: object): Members {
  const known = values as Readonly<Record<string, JsonValue | undefined>>;
  const picked = { ...emptyMembers(names) };
  for (const name of names) picked[name] = known[name] ?? known[camelCase(name)] ?? null;
  return picked;
}

/** Objects without values by their names. A copy takes a tenth of the memory of an object that gets its members one by one. */
const EMPTY = new WeakMap<readonly string[], Record<string, JsonValue>>();

function emptyMembers(names: readonly string[]): Record<string, JsonValue> {
  const known = EMPTY.get(names);
  if (known) return known;
  const members = Object.fromEntries(names.map((name) => [name, null]));
  EMPTY.set(names, members);
  return members;
}

/** Names in camel case. There are only those of the contract. */
const CAMEL_CASE = new Map<string, string>();

function camelCase(name: string): string {
  const known = CAMEL_CASE.get(name);
  if (known !== undefined) return known;
  const converted = name.charAt(0).toLowerCase() + name.slice(1);
  CAMEL_CASE.set(name, converted);
  return converted;
}

/** Converts the names of members to Pascal case. */
export function inPascalCase(members: Members): Members {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name.charAt(0).toUpperCase() + name.slice(1), value]),
  );
}

/**
 * Serializes JSON with exact numbers. A bigint or a {@link Decimal} becomes a number with the same digits.
 *
 * @throws RangeError for a number that is not exact.
 */
export function writeJson(value: JsonValue): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return writeNumber(value);
  if (value instanceof Decimal) return value.text;
  if (isList(value)) return `[${value.map(writeJson).join(',')}]`;
  const members: string[] = [];
  for (const name of Object.keys(value)) {
    const member = value[name];
    if (member !== undefined) members.push(quoted(name) + writeJson(member));
  }
  return `{${members.join(',')}}`;
}

/** Names with quotes and a colon. Nearly all are those of the contract, which are fewer than the limit. */
const QUOTED = new Map<string, string>();
const MAX_QUOTED = 2_000;

function quoted(name: string): string {
  const known = QUOTED.get(name);
  if (known !== undefined) return known;
  const text = `${JSON.stringify(name)}:`;
  if (QUOTED.size < MAX_QUOTED) QUOTED.set(name, text);
  return text;
}

// Array.isArray does not narrow a readonly array.
function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function writeNumber(value: number): string {
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
    throw new RangeError(`${value} cannot be written exactly; use a bigint or a Decimal`);
  }
  return String(value);
}

/** Copies of records that never change. */
const COPIES = new WeakMap<object, object>();

/**
 * Returns a copy of a record that `JSON.stringify` accepts: a bigint or a {@link Decimal} becomes a number, or a string with its
 * digits if a number is not exact. Values of the copy are those of the record.
 */
export function serializable<Value extends object>(record: Value): Value {
  const known = COPIES.get(record);
  if (known) return known as Value;
  const copy = Object.fromEntries(
    Object.entries(record).map(([name, member]) => [name, isPlain(member) ? serializable(member) : member]),
  );
  // Not enumerable, so that comparisons and copies do not see it.
  Object.defineProperty(copy, 'toJSON', { value: () => withPlainNumbers(record) });
  COPIES.set(record, copy);
  return copy as Value;
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function withPlainNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return plainNumber(String(value));
  if (value instanceof Decimal) return plainNumber(value.text);
  if (Array.isArray(value)) return value.map(withPlainNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withPlainNumbers(member)]));
}

const plainNumber = (digits: string): number | string =>
  Math.abs(Number(digits)) <= Number.MAX_SAFE_INTEGER ? Number(digits) : digits;

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
  const known = new Map(Object.entries(values) as [string, JsonValue | undefined][]);
  const camelCase = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);
  return Object.fromEntries(
    names.map((name) => [name, known.get(name) ?? known.get(camelCase(name)) ?? null]),
  );
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
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Decimal) return value.text;
  if (typeof value === 'number') return writeNumber(value);
  if (isList(value)) return `[${value.map(writeJson).join(',')}]`;
  const members = Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : [`${JSON.stringify(name)}:${writeJson(member)}`],
  );
  return `{${members.join(',')}}`;
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

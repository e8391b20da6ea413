/** A JSON number kept as its digits, so that a decimal or a long integer is written exactly. */
export class Decimal {
  constructor(readonly text: string) {
    if (!/^-?\d+(\.\d+)?$/.test(text)) throw new RangeError(`'${text}' is not a decimal number`);
  }
}

/** What the simulator writes as JSON. Members that are undefined are left out. */
export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Decimal
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue | undefined };

/**
 * JSON text in which every number is exact: a bigint or a {@link Decimal} becomes a bare number with its own digits.
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
    throw new RangeError(`${value} cannot be written exactly: use a bigint or a Decimal`);
  }
  return String(value);
}

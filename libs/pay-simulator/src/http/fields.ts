import { isObject } from '../domain/json-kinds.js';

/** Error for a malformed request. The response is HTTP 400 in the host's error format. */
export class BadRequest extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BadRequest';
  }
}

/** Bounds of a number or of a string's length. */
interface Bounds {
  readonly min?: number;
  readonly max?: number;
}
type TextRule = Bounds & { readonly pattern?: RegExp; readonly expected?: string };

/** A field that must be present. If it is missing or invalid, its reader records the problem and returns an empty value. */
interface Required {
  readonly required: true;
}

/**
 * Reads the fields of a body or a query with case-insensitive names, as the service does. Each method records problems and
 * returns undefined for an invalid value. `check()` then reports all problems together.
 */
export class Fields {
  private constructor(
    private readonly values: ReadonlyMap<string, unknown>,
    private readonly prefix: string,
    private readonly problems: string[],
    /** Query and form values are strings, so numbers and booleans are parsed. */
    private readonly textual: boolean,
  ) {}

  static readonly none = (): Fields => new Fields(new Map(), '', [], true);

  /** Creates fields from a parsed JSON object. @throws BadRequest if the value is not an object. */
  static fromJson(value: unknown): Fields {
    if (!isObject(value)) throw new BadRequest('body: expected a JSON object');
    return new Fields(lowerCased(Object.entries(value)), '', [], false);
  }

  /** Creates fields from a query string or a form. The first value of a repeated name wins. */
  static fromParameters(parameters: URLSearchParams): Fields {
    return new Fields(lowerCased([...parameters].reverse()), '', [], true);
  }

  has(name: string): boolean {
    return this.value(name) !== undefined;
  }

  text(name: string, rule: TextRule & Required): string;
  text(name: string, rule?: TextRule): string | undefined;
  text(name: string, rule: TextRule & Partial<Required> = {}): string | undefined {
    const { min = 0, max = Infinity, pattern, required } = rule;
    const { expected = max === Infinity ? 'text' : `text of ${min} to ${max} characters` } = rule;
    const value = this.value(name);
    if (
      typeof value === 'string' &&
      value.length >= min &&
      value.length <= max &&
      (pattern?.test(value) ?? true)
    )
      return value;
    return this.invalid(name, expected, required) ?? (required && '');
  }

  /** Reads a code, which the service also takes as a number. */
  code(name: string): string | undefined {
    const value = this.value(name);
    return Number.isSafeInteger(value) ? String(value) : this.text(name, { min: 1 });
  }

  integer(name: string, bounds: Bounds & Required): number;
  integer(name: string, bounds?: Bounds): number | undefined;
  integer(
    name: string,
    {
      min = -Number.MAX_SAFE_INTEGER,
      max = Number.MAX_SAFE_INTEGER,
      required,
    }: Bounds & Partial<Required> = {},
  ): number | undefined {
    const value = this.value(name);
    const number = this.textual && typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
    if (typeof number === 'number' && Number.isSafeInteger(number) && number >= min && number <= max)
      return number;
    const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
    const expected = min === -Number.MAX_SAFE_INTEGER ? 'an integer' : `an integer ${range}`;
    return this.invalid(name, expected, required) ?? (required && 0);
  }

  /** Reads a positive integer of up to 64 bits as its exact digits. */
  int64(name: string): string | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const digits = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
    return /^[1-9]\d{0,18}$/.test(digits)
      ? digits
      : this.expect(name, 'a whole number above 0, at most 19 digits');
  }

  /** Reads a boolean. The web host also accepts the strings. */
  boolean(name: string): boolean | undefined {
    const value = this.value(name);
    if (value === undefined || typeof value === 'boolean') return value;
    const word = typeof value === 'string' ? value.toLowerCase() : '';
    return word === 'true' || word === 'false' ? word === 'true' : this.expect(name, 'true or false');
  }

  /** Reads an ISO 8601 date-time as milliseconds. */
  dateTime(name: string): number | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const time =
      typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN;
    return Number.isNaN(time) ? this.expect(name, 'an ISO 8601 date-time') : time;
  }

  /** Reads a list in which each item passes the check. */
  list<T>(
    name: string,
    isMember: (value: unknown) => value is T,
    expected: string,
    max = Infinity,
  ): readonly T[] | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    if (Array.isArray(value) && value.length <= max && value.every(isMember)) return value;
    return this.expect(name, expected);
  }

  /** Reads a nested object. Its problems are recorded here too. */
  object(name: string): Fields | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    return isObject(value) ? this.nested(name, value) : this.expect(name, 'an object');
  }

  /** Reads a list of objects or a single object. */
  objects(name: string): readonly Fields[] {
    const value = this.value(name);
    if (value === undefined) return [];
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (!list.every(isObject)) return this.expect(name, 'a list of objects') ?? [];
    return list.map((one, index) => this.nested(Array.isArray(value) ? `${name}[${index}]` : name, one));
  }

  /** Returns the raw value. `null` counts as absent. */
  value(name: string): unknown {
    return this.values.get(name.toLowerCase()) ?? undefined;
  }

  /** Records that a required field is missing. */
  require(...names: readonly string[]): undefined {
    for (const name of names) if (!this.has(name)) this.expect(name, 'a value, it is required');
  }

  /** Records a problem. */
  expect(name: string, expected: string): undefined {
    this.problems.push(`${this.prefix}${name}: expected ${expected}`);
    return undefined;
  }

  /** @throws BadRequest with the name and the expected value of each invalid field. */
  check(): void {
    if (this.problems.length > 0) throw new BadRequest(this.problems.join('; '));
  }

  /** Returns values that were read from the fields. @throws BadRequest as {@link check} does. */
  checked<Values>(values: Values): Values {
    this.check();
    return values;
  }

  /** Records the problem of a field that has no valid value. A field that is not required may be absent. */
  private invalid(name: string, expected: string, required = false): undefined {
    if (this.has(name)) return this.expect(name, expected);
    return required ? this.require(name) : undefined;
  }

  private nested(name: string, value: object): Fields {
    return new Fields(
      lowerCased(Object.entries(value)),
      `${this.prefix}${name}.`,
      this.problems,
      this.textual,
    );
  }
}

function lowerCased(entries: readonly (readonly [string, unknown])[]): ReadonlyMap<string, unknown> {
  return new Map(entries.map(([name, value]) => [name.toLowerCase(), value]));
}

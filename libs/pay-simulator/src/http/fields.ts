/** A request that is malformed: answered with HTTP 400 in the host's error shape. */
export class BadRequest extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BadRequest';
  }
}

/** Bounds of a number or of a text's length. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/**
 * The fields of a body or a query, found without regard to case as the service does. A reader notes what is wrong and
 * answers undefined; `check()` then refuses everything that was noted at once.
 */
export class Fields {
  private constructor(
    private readonly values: ReadonlyMap<string, unknown>,
    private readonly prefix: string,
    private readonly problems: string[],
    /** Query and form values are text: numbers and booleans are read from it. */
    private readonly textual: boolean,
  ) {}

  static readonly none = (): Fields => new Fields(new Map(), '', [], true);

  /** Fields of a parsed JSON object. @throws BadRequest when it is no object. */
  static fromJson(value: unknown): Fields {
    if (!isObject(value)) throw new BadRequest('body: expected a JSON object');
    return new Fields(lowerCased(Object.entries(value)), '', [], false);
  }

  /** Fields of a query string or a form; of a repeated name the first counts. */
  static fromParameters(parameters: URLSearchParams): Fields {
    return new Fields(lowerCased([...parameters].reverse()), '', [], true);
  }

  has(name: string): boolean {
    return this.value(name) !== undefined;
  }

  text(
    name: string,
    bounds: Bounds & { readonly pattern?: RegExp; readonly expected?: string } = {},
  ): string | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const { min = 0, max = Infinity, pattern, expected } = bounds;
    const fits =
      typeof value === 'string' &&
      value.length >= min &&
      value.length <= max &&
      (pattern?.test(value) ?? true);
    if (fits) return value;
    return this.expect(name, expected ?? (max === Infinity ? 'text' : `text of ${min} to ${max} characters`));
  }

  integer(
    name: string,
    { min = -Number.MAX_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER }: Bounds = {},
  ): number | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const number = this.textual && typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
    if (typeof number === 'number' && Number.isSafeInteger(number) && number >= min && number <= max)
      return number;
    const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
    return this.expect(name, min === -Number.MAX_SAFE_INTEGER ? 'an integer' : `an integer ${range}`);
  }

  /** A whole number above 0 of up to 64 bits, as its exact digits. */
  int64(name: string): string | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const digits = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
    return /^[1-9]\d{0,18}$/.test(digits)
      ? digits
      : this.expect(name, 'a whole number above 0, at most 19 digits');
  }

  /** True or false; the web host takes the words too. */
  boolean(name: string): boolean | undefined {
    const value = this.value(name);
    if (value === undefined || typeof value === 'boolean') return value;
    const word = typeof value === 'string' ? value.toLowerCase() : '';
    return word === 'true' || word === 'false' ? word === 'true' : this.expect(name, 'true or false');
  }

  /** An ISO 8601 date-time in milliseconds. */
  dateTime(name: string): number | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const time =
      typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN;
    return Number.isNaN(time) ? this.expect(name, 'an ISO 8601 date-time') : time;
  }

  /** A list of which each member passes. */
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

  /** A nested object; its problems are noted here too. */
  object(name: string): Fields | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    return isObject(value) ? this.nested(name, value) : this.expect(name, 'an object');
  }

  /** A list of objects, or one object alone. */
  objects(name: string): readonly Fields[] {
    const value = this.value(name);
    if (value === undefined) return [];
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (!list.every(isObject)) return this.expect(name, 'a list of objects') ?? [];
    return list.map((one, index) => this.nested(Array.isArray(value) ? `${name}[${index}]` : name, one));
  }

  /** The value as it came; null counts as absent. */
  value(name: string): unknown {
    return this.values.get(name.toLowerCase()) ?? undefined;
  }

  /** Notes that a field must be given. */
  require(...names: readonly string[]): void {
    for (const name of names) if (!this.has(name)) this.expect(name, 'a value, it is required');
  }

  /** Notes a problem. */
  expect(name: string, expected: string): undefined {
    this.problems.push(`${this.prefix}${name}: expected ${expected}`);
    return undefined;
  }

  /** @throws BadRequest naming every field that is wrong and what was expected. */
  check(): void {
    if (this.problems.length > 0) throw new BadRequest(this.problems.join('; '));
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

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

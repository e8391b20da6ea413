import { isObject } from '../domain/json-kinds.js';
import { NO_LIMITS, type FieldLimits, type RequestLimits } from './request-limits.js';

/** Why a field is refused: it is missing, the service cannot read its type, or its value is not allowed. */
type ProblemKind = 'missing' | 'type' | 'value';

/** JSON types that the service expects of a field. */
export type ExpectedType = 'string' | 'integer' | 'boolean' | 'datetime' | 'object' | 'list';

/** A problem of one field. */
export interface FieldProblem {
  readonly kind: ProblemKind;
  /** `query` or `body`, then the names of the members. */
  readonly location: readonly string[];
  /** Expected type, for the kind `type`. */
  readonly type?: ExpectedType;
  /** Name and expected value of the field. */
  readonly text: string;
}

/** Error for a malformed request. The family of the operation decides about the response. @see ERROR_FORMS */
export class BadRequest extends Error {
  constructor(
    message: string,
    readonly problems: readonly FieldProblem[] = [],
  ) {
    super(message);
    this.name = 'BadRequest';
  }

  /** Returns the error for a whole body of the wrong form. */
  static readonly ofBody = (text: string, type?: ExpectedType): BadRequest =>
    new BadRequest(`body: ${text}`, [{ kind: 'type', location: ['body'], ...(type && { type }), text }]);
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
 * Reads the fields of a body or a query with case-insensitive names, as the service does. The contract has the limits of a field.
 * A method can narrow them. Each method records problems and returns undefined for an invalid value. `check()` then reports all problems together.
 */
export class Fields {
  private constructor(
    private readonly values: ReadonlyMap<string, unknown>,
    /** `query` or `body`, then the names of the parents. */
    private readonly location: readonly string[],
    private readonly problems: FieldProblem[],
    /** Whether strings and numbers stand for each other: query and form values are strings, and the web host converts both. */
    private readonly textual: boolean,
    private readonly limits: RequestLimits,
  ) {}

  static readonly none = (): Fields => new Fields(new Map(), ['body'], [], true, NO_LIMITS);

  /**
   * Creates fields from a parsed JSON object.
   *
   * @param textual - Whether a string can stand for a number, and a number for a string.
   * @throws BadRequest if the value is not an object.
   */
  static fromJson(value: unknown, textual = false, limits = NO_LIMITS): Fields {
    if (!isObject(value)) throw BadRequest.ofBody('expected a JSON object', 'object');
    return new Fields(lowerCased(Object.entries(value)), ['body'], [], textual, limits);
  }

  /** Creates fields from a query string or a form. The first value of a repeated name wins. */
  static fromParameters(parameters: URLSearchParams, place: 'query' | 'body', limits = NO_LIMITS): Fields {
    return new Fields(lowerCased([...parameters].reverse()), [place], [], true, limits);
  }

  /** Returns the same fields with the limits of an operation. */
  within(limits: RequestLimits): Fields {
    return new Fields(this.values, this.location, this.problems, this.textual, limits);
  }

  has(name: string): boolean {
    return this.value(name) !== undefined;
  }

  text(name: string, rule: TextRule & Required): string;
  text(name: string, rule?: TextRule): string | undefined;
  text(name: string, rule: TextRule & Partial<Required> = {}): string | undefined {
    const own = this.limitsOf(name);
    const { min = own.minLength ?? 0, max = own.maxLength ?? Infinity, pattern, required } = rule;
    const { expected = own.expected ?? (max === Infinity ? 'text' : `text of ${min} to ${max} characters`) } =
      rule;
    const sent = this.value(name);
    const value = this.textual && typeof sent === 'number' ? String(sent) : sent;
    if (
      typeof value === 'string' &&
      value.length >= min &&
      value.length <= max &&
      (pattern?.test(value) ?? own.fits?.(value) ?? true)
    )
      return value;
    const type = typeof value === 'string' ? undefined : 'string';
    return this.invalid(name, expected, required, type) ?? (required && '');
  }

  /** Reads a code, which the service also takes as a number. */
  code(name: string): string | undefined {
    const value = this.value(name);
    return Number.isSafeInteger(value) ? String(value) : this.text(name, { min: 1 });
  }

  integer(name: string, bounds: Bounds & Required): number;
  integer(name: string, bounds?: Bounds): number | undefined;
  integer(name: string, bounds: Bounds & Partial<Required> = {}): number | undefined {
    const own = this.limitsOf(name);
    const { required } = bounds;
    const min = bounds.min ?? own.minimum ?? -Number.MAX_SAFE_INTEGER;
    const max = bounds.max ?? own.maximum ?? Number.MAX_SAFE_INTEGER;
    const value = this.value(name);
    const number = this.textual && typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
    if (typeof number === 'number' && Number.isSafeInteger(number) && number >= min && number <= max)
      return number;
    const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
    const expected = min === -Number.MAX_SAFE_INTEGER ? 'an integer' : `an integer ${range}`;
    // The parser of the body makes text of an integer that a double cannot hold.
    const isWhole = Number.isInteger(number) || (typeof value === 'string' && /^-?\d{16,}$/.test(value));
    const type = isWhole ? undefined : 'integer';
    return this.invalid(name, expected, required, type) ?? (required && 0);
  }

  /** Reads a positive integer of up to 64 bits as its exact digits. */
  int64(name: string): string | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const digits = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
    return /^[1-9]\d{0,18}$/.test(digits)
      ? digits
      : this.expect(name, 'a whole number above 0, at most 19 digits', 'integer');
  }

  /** Reads a boolean. Queries, forms and the web host also accept the strings. */
  boolean(name: string): boolean | undefined {
    const value = this.value(name);
    if (value === undefined || typeof value === 'boolean') return value;
    const word = this.textual && typeof value === 'string' ? value.toLowerCase() : '';
    return word === 'true' || word === 'false'
      ? word === 'true'
      : this.expect(name, 'true or false', 'boolean');
  }

  /** Reads an ISO 8601 date-time as milliseconds. */
  dateTime(name: string): number | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const time =
      typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN;
    return Number.isNaN(time) ? this.expect(name, 'an ISO 8601 date-time', 'datetime') : time;
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
    return this.expect(name, expected, Array.isArray(value) ? undefined : 'list');
  }

  /** Reads a nested object. Its problems are recorded here too. */
  object(name: string): Fields | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    return isObject(value) ? this.nested(name, value) : this.expect(name, 'an object', 'object');
  }

  /** Reads a list of objects or a single object. */
  objects(name: string): readonly Fields[] {
    const value = this.value(name);
    if (value === undefined) return [];
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (!list.every(isObject)) return this.expect(name, 'a list of objects', 'list') ?? [];
    return list.map((one, index) => this.nested(Array.isArray(value) ? `${name}[${index}]` : name, one));
  }

  /** Returns the raw value. `null` counts as absent. */
  value(name: string): unknown {
    return this.values.get(name.toLowerCase()) ?? undefined;
  }

  /** Records that a required field is missing. */
  require(...names: readonly string[]): undefined {
    for (const name of names)
      if (!this.has(name)) this.record(name, 'a value, it is required', { kind: 'missing' });
  }

  /** Records a problem. @param type - Given if the value has another JSON type. */
  expect(name: string, expected: string, type?: ExpectedType): undefined {
    return this.record(name, expected, type ? { kind: 'type', type } : { kind: 'value' });
  }

  /** @throws BadRequest with the name and the expected value of each invalid field. */
  check(): void {
    if (this.problems.length > 0)
      throw new BadRequest(this.problems.map(({ text }) => text).join('; '), this.problems);
  }

  /** Returns values that were read from the fields. @throws BadRequest as {@link check} does. */
  checked<Values>(values: Values): Values {
    this.check();
    return values;
  }

  /** Records the problem of a field that has no valid value. A field that is not required may be absent. */
  private invalid(
    name: string,
    expected: string,
    required: boolean | undefined,
    type: ExpectedType | undefined,
  ): undefined {
    if (this.has(name)) return this.expect(name, expected, type);
    return required === true ? this.require(name) : undefined;
  }

  private record(name: string, expected: string, problem: Pick<FieldProblem, 'kind' | 'type'>): undefined {
    const location = [...this.location, name];
    this.problems.push({
      ...problem,
      location,
      text: `${location.slice(1).join('.')}: expected ${expected}`,
    });
    return undefined;
  }

  private limitsOf(name: string): FieldLimits {
    return this.limits.fields.get(name.toLowerCase()) ?? {};
  }

  private nested(name: string, value: object): Fields {
    return new Fields(
      lowerCased(Object.entries(value)),
      [...this.location, name],
      this.problems,
      this.textual,
      this.limitsOf(name.replace(/\[\d+\]$/, '')).members ?? NO_LIMITS,
    );
  }
}

function lowerCased(entries: readonly (readonly [string, unknown])[]): ReadonlyMap<string, unknown> {
  return new Map(entries.map(([name, value]) => [name.toLowerCase(), value]));
}

import { isObject } from '../domain/json-kinds.js';
import * as read from './request-limits.js';
import {
  Mismatch,
  NO_LIMITS,
  type ExpectedType,
  type FieldLimits,
  type RequestLimits,
  type Textual,
} from './request-limits.js';

/** Why a field is refused: it is missing, the service cannot read its type, or its value is not allowed. */
type ProblemKind = 'missing' | 'type' | 'value';

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
    readonly status = 400,
  ) {
    super(message);
    this.name = 'BadRequest';
  }

  /** Returns the error for a whole body of the wrong form. */
  static readonly ofBody = (text: string, type?: ExpectedType): BadRequest =>
    new BadRequest(`body: ${text}`, [{ kind: 'type', location: ['body'], ...(type && { type }), text }]);
}

/** Limits that depend on other fields or on the service. They replace those of the contract. */
type Rule = Pick<FieldLimits, 'minLength' | 'maxLength' | 'minimum' | 'maximum' | 'fits' | 'expected'> & {
  /** Records the problem of a missing field, and returns an empty value. `false`: the field can be absent, unlike in the contract. */
  readonly required?: boolean;
};
type Required = Rule & { readonly required: true };

/**
 * Reads the fields of a body or a query with case-insensitive names, as the service does. The contract has the limits of a field.
 * Each method records problems and returns undefined for an invalid value. `check()` then checks the fields that were not read, and
 * reports all problems together.
 */
export class Fields {
  /** Fields with a value that were read, in lower case. */
  private readonly known = new Set<string>();
  /** Fields that can be absent, or whose absence is recorded. */
  private settled: Set<string> | undefined;
  private children: Map<string, Fields> | undefined;

  private constructor(
    private readonly values: ReadonlyMap<string, unknown>,
    /** `query` or `body`, then the names of the parents. */
    private readonly location: readonly string[],
    private readonly problems: FieldProblem[],
    /** Whether strings and numbers stand for each other: query and form values are strings, and the web host converts both. */
    private readonly textual: Textual,
    private readonly limits: RequestLimits,
  ) {}

  static readonly none = (): Fields => new Fields(NO_VALUES, ['body'], [], 'body', NO_LIMITS);

  /**
   * Creates fields from a parsed JSON object.
   *
   * @param textual - Whether a string can stand for a number, and a number for a string.
   * @throws BadRequest if the value is not an object.
   */
  static fromJson(value: unknown, textual = false, limits = NO_LIMITS): Fields {
    if (!isObject(value)) throw BadRequest.ofBody('expected a JSON object', 'object');
    return new Fields(membersOf(value), ['body'], [], textual && 'body', limits);
  }

  /** Creates fields from a query string or a form. The first value of a repeated name wins. */
  static fromParameters(parameters: URLSearchParams, place: 'query' | 'body', limits = NO_LIMITS): Fields {
    if (parameters.size === 0) return new Fields(NO_VALUES, [place], [], place, limits);
    const values = new Map<string, unknown>();
    for (const [name, value] of parameters)
      if (!values.has(name.toLowerCase())) values.set(name.toLowerCase(), value);
    return new Fields(values, [place], [], place, limits);
  }

  /** Returns the same fields with the limits of an operation. */
  within(limits: RequestLimits): Fields {
    return new Fields(this.values, this.location, this.problems, this.textual, limits);
  }

  has(name: string): boolean {
    return this.sent(keyOf(name)) !== undefined;
  }

  text(name: string, rule: Required): string;
  text(name: string, rule?: Rule): string | undefined;
  text(name: string, rule?: Rule): string | undefined {
    return this.read(name, read.readText, rule) ?? (rule?.required === true ? '' : undefined);
  }

  /** Reads a text that can be empty, which counts as absent. */
  optionalText(name: string): string | undefined {
    return this.value(name) === '' ? undefined : this.text(name);
  }

  /** Reads a text that can be empty, and that the service also takes as a number. */
  optionalCode(name: string): string | undefined {
    return this.value(name) === '' ? undefined : this.code(name);
  }

  /** Reads a code, which the service also takes as a number. */
  code(name: string, rule: Required): string;
  code(name: string, rule?: Rule): string | undefined;
  code(name: string, rule?: Rule): string | undefined {
    return this.read(name, read.readCode, rule) ?? (rule?.required === true ? '' : undefined);
  }

  integer(name: string, rule: Required): number;
  integer(name: string, rule?: Rule): number | undefined;
  integer(name: string, rule?: Rule): number | undefined {
    return this.read(name, read.readInteger, rule) ?? (rule?.required === true ? 0 : undefined);
  }

  /** Reads a number, which can have decimals. */
  number(name: string): number | undefined {
    return this.read(name, read.readNumber);
  }

  /** Reads a positive integer of up to 64 bits as its exact digits. */
  int64(name: string, rule?: Rule): string | undefined {
    return this.read(name, read.readInt64, rule);
  }

  boolean(name: string, rule?: Rule): boolean | undefined {
    return this.read(name, read.readBoolean, rule);
  }

  /** Reads an ISO 8601 date-time as milliseconds. */
  dateTime(name: string): number | undefined {
    return this.read(name, read.readDateTime);
  }

  /** Reads a list of strings or integers, as the contract says. */
  list<Item extends string | number>(name: string): readonly Item[] | undefined {
    return this.read(name, read.readList) as readonly Item[] | undefined;
  }

  /** Reads a nested object. Its problems are recorded here too. */
  object(name: string): Fields | undefined {
    const value = this.take(keyOf(name));
    if (value === undefined) return undefined;
    return isObject(value) ? this.nested(name, name, value) : this.expect(name, 'an object', 'object');
  }

  /** Reads a list of objects or a single object. */
  objects(name: string): readonly Fields[] {
    const value = this.take(keyOf(name));
    if (value === undefined) return [];
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (!list.every(isObject)) return this.expect(name, 'a list of objects', 'list') ?? [];
    return list.map((one, index) =>
      this.nested(name, Array.isArray(value) ? `${name}[${index}]` : name, one),
    );
  }

  /** Returns the raw value, which the contract's limits do not apply to. `null` counts as absent. */
  value(name: string): unknown {
    const key = keyOf(name);
    this.settle(key);
    return this.take(key);
  }

  /** Records that a required field is missing. */
  require(...names: readonly string[]): undefined {
    for (const name of names) {
      const key = keyOf(name);
      if (this.sent(key) !== undefined) continue;
      if (this.settled?.has(key) !== true) this.record(name, 'a value, it is required', { kind: 'missing' });
      this.settle(key);
    }
  }

  /** Records the fields that the contract requires and that are missing. */
  requireAll(): void {
    this.require(...this.limits.required);
  }

  /** Records a problem. @param type - Given if the value has another JSON type. */
  expect(name: string, expected: string, type?: ExpectedType): undefined {
    return this.record(name, expected, type ? { kind: 'type', type } : { kind: 'value' });
  }

  /** @throws BadRequest with the name and the expected value of each invalid field. */
  check(): void {
    this.rest();
  }

  /** Returns the fields that were not read before, by their names in the contract. @throws BadRequest as {@link check} does. */
  rest<Values extends object>(): Values {
    const rest = this.readRest();
    if (this.problems.length > 0)
      throw new BadRequest(this.problems.map(({ text }) => text).join('; '), this.problems);
    return rest as Values;
  }

  /** Returns values that were read from the fields. @throws BadRequest as {@link check} does. */
  checked<Values>(values: Values): Values {
    this.check();
    return values;
  }

  /** Reads the fields of the contract that were not read, so that their problems are recorded. */
  private readRest(): object {
    this.requireAll();
    const rest: Record<string, unknown> = {};
    for (const key of this.values.keys()) {
      const own = this.limits.fields.get(key);
      const value = own?.name && !this.known.has(key) ? this.readOwn(own.name, own) : undefined;
      if (own?.name && value !== undefined) rest[own.name] = value;
    }
    if (this.children) for (const child of this.children.values()) child.readRest();
    return rest;
  }

  private readOwn(name: string, { items, reader, type }: FieldLimits): unknown {
    if (reader) return this.read(name, reader);
    if (items?.type === 'object') return this.objects(name).map((item) => item.readRest());
    // Some can be null.
    if (type?.includes('object')) return this.object(name)?.readRest();
    return type === 'array' ? this.read(name, read.readList) : this.sent(keyOf(name));
  }

  private read<Value>(name: string, reader: read.ValueReader<Value>, rule?: Rule): Value | undefined {
    const key = keyOf(name);
    const value = this.take(key);
    if (value === undefined) {
      if (rule?.required === true) this.require(name);
      if (rule?.required === false) this.settle(key);
      return undefined;
    }
    const limits = this.limits.fields.get(key) ?? NO_FIELD_LIMITS;
    const result = reader(value, rule ? limitsWithRule(limits, rule) : limits, this.textual);
    return result instanceof Mismatch ? this.expect(name, result.expected, result.type) : result;
  }

  private sent(key: string): unknown {
    return this.values.get(key) ?? undefined;
  }

  private take(key: string): unknown {
    const value = this.sent(key);
    if (value !== undefined) this.known.add(key);
    return value;
  }

  private settle(key: string): void {
    this.settled ??= new Set();
    this.settled.add(key);
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

  private nested(name: string, place: string, value: object): Fields {
    const known = this.children?.get(place);
    if (known) return known;
    const child = new Fields(
      membersOf(value),
      [...this.location, place],
      this.problems,
      this.textual,
      this.limits.fields.get(keyOf(name))?.members ?? NO_LIMITS,
    );
    this.children ??= new Map();
    this.children.set(place, child);
    return child;
  }
}

/** Returns the members of a parsed object by their names in lower case. The last value of a repeated name wins. */
function membersOf(value: object): ReadonlyMap<string, unknown> {
  const members = value as Readonly<Record<string, unknown>>;
  const values = new Map<string, unknown>();
  for (const name in members) values.set(name.toLowerCase(), members[name]);
  return values;
}

const NO_VALUES: ReadonlyMap<string, unknown> = new Map();
const NO_FIELD_LIMITS: FieldLimits = {};

/** Returns limits with those of a rule instead. Only a spread that comes first is fast. */
const limitsWithRule = (limits: FieldLimits, rule: Rule): FieldLimits => ({
  ...limits,
  minLength: rule.minLength ?? limits.minLength,
  maxLength: rule.maxLength ?? limits.maxLength,
  minimum: rule.minimum ?? limits.minimum,
  maximum: rule.maximum ?? limits.maximum,
  fits: rule.fits ?? limits.fits,
  expected: rule.expected ?? limits.expected,
});

/** Names in lower case. There are only those that the handlers and the contract have. */
const KEYS = new Map<string, string>();

function keyOf(name: string): string {
  const known = KEYS.get(name);
  if (known !== undefined) return known;
  const key = name.toLowerCase();
  KEYS.set(name, key);
  return key;
}

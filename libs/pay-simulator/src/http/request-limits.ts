import { isWebAddress } from '../domain/web-address.js';

/** JSON types that the service expects of a field. */
export type ExpectedType = 'string' | 'integer' | 'number' | 'boolean' | 'datetime' | 'object' | 'list';

/** A schema of the contract: the keywords that the simulator checks. */
export interface RequestSchema {
  /** @default 'string' */
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly pattern?: string;
  /** What the pattern asks for, in words. */
  readonly expected?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly maxItems?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, RequestSchema>>;
  readonly items?: RequestSchema;
  /** Whether a text has the right form, which no pattern says. */
  readonly fits?: (value: string) => boolean;
  /** Whether an empty text counts as absent. */
  readonly isBlank?: boolean;
  /** Whether the handler gets an object as it was sent. */
  readonly isRaw?: boolean;
}

/** What belongs to the query and to the body of an operation. */
export interface QueryAndBody<Part> {
  readonly query: Part;
  readonly body: Part;
}

/** Limits of one field: its keywords, compiled. */
export interface FieldLimits extends Omit<
  RequestSchema,
  'format' | 'pattern' | 'const' | 'required' | 'properties' | 'items' | 'fits'
> {
  /** Name as the contract spells it. */
  readonly name: string;
  /** Reader of its type. Undefined for objects, lists and fields of any type. */
  readonly reader?: ValueReader<unknown> | undefined;
  /** Whether a text has the right form. */
  readonly fits?: ((value: string) => boolean) | undefined;
  /** Limits of an object's members, or of those of a list's items. */
  readonly members?: RequestLimits | undefined;
  readonly items?: FieldLimits | undefined;
}

/** Limits of the fields of an object. */
export interface RequestLimits {
  /** By their names, and by these in lower case. */
  readonly fields: ReadonlyMap<string, FieldLimits>;
  readonly required: readonly string[];
}

const matches = (pattern: RegExp) => (value: string) => pattern.test(value);
const isDay = (value: string): boolean => /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));

type TextForm = Pick<FieldLimits, 'fits' | 'expected'>;

/** Forms of texts by their format. */
const FORMATS: Readonly<Record<string, TextForm | undefined>> = {
  uuid: { fits: matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i), expected: 'a UUID' },
  date: { fits: isDay, expected: 'a day, yyyy-MM-dd' },
  uri: { fits: isWebAddress, expected: 'an absolute http or https address' },
};

/** @param minLength - Of a text whose length the contract does not limit. */
function limitsOfField(name: string, schema: RequestSchema, minLength: number): FieldLimits {
  const { format = '', pattern } = schema;
  const objects = schema.properties ? schema : schema.items?.properties ? schema.items : undefined;
  const own = schema.fits ?? (pattern === undefined ? undefined : matches(new RegExp(pattern)));
  const form: TextForm | undefined = own ? { fits: own } : FORMATS[format];
  // Each field has all members in one order, because the readers take twice as long for objects of different shapes.
  return {
    name,
    reader: readerOf(schema),
    type: schema.type ?? 'string',
    minLength: schema.minLength ?? minLength,
    maxLength: schema.maxLength,
    minimum: schema.minimum,
    maximum: schema.maximum,
    exclusiveMinimum: schema.exclusiveMinimum,
    exclusiveMaximum: schema.exclusiveMaximum,
    fits: form?.fits,
    expected: form?.expected ?? schema.expected,
    enum: schema.const === undefined ? schema.enum : [schema.const],
    maxItems: schema.maxItems,
    isBlank: schema.isBlank ?? false,
    isRaw: schema.isRaw ?? false,
    members: objects && limitsOf(objects),
    items: schema.items && limitsOfField(name, schema.items, 0),
  };
}

/** Compiles the limits of an object. A required text is not empty. */
export function limitsOf({ properties = {}, required = [] }: RequestSchema): RequestLimits {
  const fields = Object.entries(properties).flatMap(([name, schema]) => {
    const limits = limitsOfField(name, schema, required.includes(name) ? 1 : 0);
    return [name, name.toLowerCase()].map((key) => [key, limits] as const);
  });
  return { fields: new Map(fields), required };
}

export const NO_LIMITS: RequestLimits = { fields: new Map(), required: [] };

/** Why a value does not fit: what is expected, and the JSON type if the value has another. */
export class Mismatch {
  constructor(
    readonly expected: string,
    readonly type?: ExpectedType,
  ) {}
}

/** Where strings and numbers stand for each other: in a query or form, and in a body of the web host. False elsewhere. */
export type Textual = 'query' | 'body' | false;

/** Reads a value by its limits. */
export type ValueReader<Value> = (value: unknown, limits: FieldLimits, textual: Textual) => Value | Mismatch;

export const readText: ValueReader<string> = (value, limits, textual) => {
  const { minLength = 0, maxLength = Infinity, fits, expected, enum: words } = limits;
  const text = textual && typeof value === 'number' ? String(value) : value;
  const length = (): string =>
    maxLength === Infinity ? 'text' : `text of ${minLength} to ${maxLength} characters`;
  if (typeof text !== 'string') return new Mismatch(expected ?? length(), 'string');
  if (text.length < minLength || text.length > maxLength) return new Mismatch(length());
  if (words && !words.includes(text)) return new Mismatch(`one of ${words.join(', ')}`);
  return fits?.(text) === false ? new Mismatch(expected ?? length()) : text;
};

/** Reads a code, which the service also takes as a number. */
export const readCode: ValueReader<string> = (value, limits) => readText(value, limits, 'body');

/** Names the range of a number, such as ` from 1 to 36`. Without limits, it is empty. */
function rangeText(low: number, high: number): string {
  if (high === Infinity) return low === -Infinity ? '' : ` of at least ${low}`;
  return low === -Infinity ? ` of at most ${high}` : ` from ${low} to ${high}`;
}

export const readNumber: ValueReader<number> = (value, limits, textual) => {
  const { exclusiveMinimum: above = -Infinity, minimum = -Infinity, maximum = Infinity } = limits;
  const number =
    textual && typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number') return new Mismatch('a number', 'number');
  return number > above && number >= minimum && number <= maximum
    ? number
    : new Mismatch(`a number${above > -Infinity ? ` above ${above}` : rangeText(minimum, maximum)}`);
};

export const readInteger: ValueReader<number> = (value, limits, textual) => {
  const { minimum = -Infinity, exclusiveMaximum = Infinity, enum: values } = limits;
  const { maximum = exclusiveMaximum - 1 } = limits;
  const mismatch = (type?: 'integer'): Mismatch =>
    new Mismatch(values ? `one of ${values.join(', ')}` : `an integer${rangeText(minimum, maximum)}`, type);
  const number = textual && typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) {
    // The parser of the body makes text of an integer that a double cannot hold.
    const isWhole = Number.isInteger(number) || (typeof value === 'string' && /^-?\d{16,}$/.test(value));
    return mismatch(isWhole ? undefined : 'integer');
  }
  return number >= minimum && number <= maximum && values?.includes(number) !== false ? number : mismatch();
};

/** Reads a positive integer of up to 64 bits as its exact digits. */
export const readInt64: ValueReader<string> = (value, { minimum = 1, exclusiveMaximum = Infinity }) => {
  const digits = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  if (!/^[1-9]\d{0,18}$/.test(digits))
    return new Mismatch('a whole number above 0, at most 19 digits', 'integer');
  const isInRange = BigInt(digits) >= minimum && BigInt(digits) < exclusiveMaximum;
  return isInRange ? digits : new Mismatch(`a whole number of ${String(minimum).length} digits`);
};

/** Texts of false and true. Only the web host is known to take numbers. @see contract/behaviour/payments.yaml web-host-flags */
const FLAGS = { query: ['false', 'true'], body: ['false', 'true', '0', '1'] };

export const readBoolean: ValueReader<boolean> = (value, { enum: values }, textual) => {
  const at = textual ? FLAGS[textual].indexOf(String(value).toLowerCase()) : -1;
  const flag = at === -1 ? value : at % 2 === 1;
  if (typeof flag !== 'boolean') return new Mismatch('true or false', 'boolean');
  return values?.includes(flag) === false ? new Mismatch(values.join(' or ')) : flag;
};

/** Reads an ISO 8601 date-time as milliseconds. */
export const readDateTime: ValueReader<number> = (value) => {
  const time = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? new Mismatch('an ISO 8601 date-time', 'datetime') : time;
};

/** Reads an integer, which can be text if a double cannot hold it. */
const readLong: ValueReader<unknown> = (value, limits, textual) =>
  /^-?\d{16,19}$/.test(String(value)) ? value : readInteger(value, limits, textual);

function readerOf({
  type = 'string',
  format = '',
  minimum,
}: RequestSchema): ValueReader<unknown> | undefined {
  const types = [type].flat();
  if (types.includes('integer') && types.includes('string')) return readCode;
  if (types.includes('string')) return format.startsWith('date-time') ? readDateTime : readText;
  if (types.includes('number')) return readNumber;
  if (types.includes('boolean')) return readBoolean;
  if (!types.includes('integer')) return undefined;
  if (format !== 'int64') return readInteger;
  return minimum === undefined ? readLong : readInt64;
}

/** Reads a list in which each item fits. */
export const readList: ValueReader<readonly unknown[]> = (value, limits, textual) => {
  const { items = { name: '' }, maxItems = Infinity } = limits;
  const { reader } = items;
  const fits = (item: unknown): boolean => !(reader?.(item, items, textual) instanceof Mismatch);
  if (Array.isArray(value) && value.length <= maxItems && value.every(fits))
    return value as readonly unknown[];
  const [first] = [items.type ?? 'value'].flat();
  const size = maxItems === Infinity ? '' : `at most ${maxItems} `;
  const all = `a list of ${size}${items.expected ?? items.enum?.join(', ') ?? `${first}s`}`;
  return new Mismatch(all, Array.isArray(value) ? undefined : 'list');
};

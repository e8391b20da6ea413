import { isWebAddress } from '../domain/web-address.js';

/** A schema of the contract: the keywords that the simulator checks. */
export interface RequestSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  /** What the pattern asks for, in words. */
  readonly expected?: string;
  readonly enum?: readonly unknown[];
  readonly maxItems?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, RequestSchema>>;
  readonly items?: RequestSchema;
}

/** Limits of one field. */
export interface FieldLimits {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Whether a text has the right form. */
  readonly fits?: (value: string) => boolean;
  readonly expected?: string;
  readonly members?: RequestLimits;
}

/** Limits of the fields of an object, by their names in lower case. */
export interface RequestLimits {
  readonly fields: ReadonlyMap<string, FieldLimits>;
}

const matches = (pattern: RegExp) => (value: string) => pattern.test(value);
const isDay = (value: string): boolean => /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));

/** Forms of texts by their format. */
const FORMATS: Readonly<Record<string, Pick<FieldLimits, 'fits' | 'expected'>>> = {
  uuid: { fits: matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i), expected: 'a UUID' },
  date: { fits: isDay, expected: 'a day, yyyy-MM-dd' },
  uri: { fits: isWebAddress, expected: 'an absolute http or https address' },
};

function limitsOfField(schema: RequestSchema): FieldLimits {
  const { format = '', pattern, minLength, maxLength, minimum, maximum, expected, items } = schema;
  const form = pattern === undefined ? FORMATS[format] : { fits: matches(new RegExp(pattern)), expected };
  const members = schema.properties ? schema : items?.properties ? items : undefined;
  return {
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...form,
    ...(members && { members: limitsOf(members) }),
  };
}

/** Compiles the limits of an object. */
export function limitsOf({ properties = {} }: RequestSchema): RequestLimits {
  const entries = Object.entries(properties);
  return { fields: new Map(entries.map(([name, schema]) => [name.toLowerCase(), limitsOfField(schema)])) };
}

export const NO_LIMITS: RequestLimits = { fields: new Map() };

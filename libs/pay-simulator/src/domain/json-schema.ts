import { isObject } from './json-kinds.js';
import { didYouMean } from './nearest-name.js';

/** The part of JSON Schema that describes the control API and the stored records. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly enum?: readonly (string | number | boolean)[];
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly minItems?: number;
  readonly pattern?: string;
  readonly format?: string;
  /** Unit of an amount. */
  readonly 'x-unit'?: 'minor';
  /** What a pattern asks for, in words. */
  readonly 'x-expected'?: string;
}

/** An invalid member of a value. */
export interface SchemaProblem {
  /** Name of the member, or `body`. */
  readonly field: string;
  readonly expected: string;
  /** For an unknown member: the end of a clause that suggests a known one. */
  readonly suggestion?: string;
  /** The invalid value, unless the member is missing or unknown. */
  readonly received?: unknown;
}

/** Finds the schema of a `$ref`. */
export type ResolveSchema = (reference: string) => Schema;

/** What a type is, and how its values are described. */
interface TypeRule {
  readonly has: (value: unknown) => boolean;
  readonly text: (schema: Schema, resolve: ResolveSchema) => string;
}

const TYPES: Readonly<Record<NonNullable<Schema['type']>, TypeRule>> = {
  object: { has: isObject, text: () => 'a JSON object' },
  array: {
    has: Array.isArray,
    text: ({ items = {} }, resolve) => `a list, each item ${expectedText(items, resolve)}`,
  },
  string: { has: (value) => typeof value === 'string', text: textOfString },
  integer: {
    has: Number.isSafeInteger,
    text: (schema) =>
      `a whole number${schema['x-unit'] === 'minor' ? ' of minor units (1050 for 10.50)' : ''}${rangeText(schema)}`,
  },
  number: { has: Number.isFinite, text: (schema) => `a number${rangeText(schema)}` },
  boolean: { has: (value) => typeof value === 'boolean', text: () => 'true or false' },
  null: { has: (value) => value === null, text: () => 'null' },
};

/** Returns the first invalid member of a value, or undefined if the value matches the schema. */
export function schemaProblem(
  schema: Schema,
  value: unknown,
  resolve: ResolveSchema,
  field = '',
): SchemaProblem | undefined {
  const check = (part: Schema, member: unknown, name: string): SchemaProblem | undefined =>
    schemaProblem(part, member, resolve, name);
  if (schema.$ref !== undefined) return check(resolve(schema.$ref), value, field);
  const isValid = schema.anyOf
    ? schema.anyOf.some((part) => !check(part, value, field))
    : schema.enum
      ? schema.enum.some((one) => one === value)
      : (schema.type === undefined || TYPES[schema.type].has(value)) && isWithinLimits(schema, value);
  if (!isValid)
    return { field: field === '' ? 'body' : field, expected: expectedText(schema, resolve), received: value };
  if (schema.type === 'array' && Array.isArray(value))
    return firstOf(value.map((item, index) => check(schema.items ?? {}, item, `${field}[${index}]`)));
  if (schema.type !== 'object' || !isObject(value)) return undefined;
  const { properties = {}, required = [], additionalProperties = true } = schema;
  const nameOf = (name: string): string => (field === '' ? name : `${field}.${name}`);
  return firstOf([
    ...Object.entries(value).map(([name, member]) => {
      const part = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      if (part === false)
        return {
          field: nameOf(name),
          expected: `one of ${Object.keys(properties).join(', ')}`,
          suggestion: didYouMean(name, Object.keys(properties)),
        };
      return part === true || part === undefined ? undefined : check(part, member, nameOf(name));
    }),
    ...required
      .filter((name) => !Object.hasOwn(value, name))
      .map((name) => ({ field: nameOf(name), expected: expectedText(properties[name] ?? {}, resolve) })),
  ]);
}

function isWithinLimits(schema: Schema, value: unknown): boolean {
  const { minimum = -Infinity, maximum = Infinity, minLength = 0, minItems = 0, pattern } = schema;
  if (typeof value === 'number') return value >= minimum && value <= maximum;
  if (typeof value === 'string')
    return value.length >= minLength && (pattern === undefined || new RegExp(pattern).test(value));
  return !Array.isArray(value) || value.length >= minItems;
}

/** Describes the values that match a schema, such as `a whole number from 1 to 1000`. */
export function expectedText(schema: Schema, resolve: ResolveSchema): string {
  if (schema.$ref !== undefined) return expectedText(resolve(schema.$ref), resolve);
  if (schema.anyOf)
    return [...new Set(schema.anyOf.map((part) => expectedText(part, resolve)))].join(', or ');
  if (schema.enum)
    return schema.enum.length === 1 ? `'${schema.enum[0]}'` : `one of ${schema.enum.join(', ')}`;
  return schema.type === undefined ? 'a value' : TYPES[schema.type].text(schema, resolve);
}

function rangeText({ minimum, maximum }: Schema): string {
  if (minimum === undefined) return '';
  return maximum === undefined ? `, at least ${minimum}` : ` from ${minimum} to ${maximum}`;
}

function textOfString({ format, pattern, minLength = 0, 'x-expected': expected }: Schema): string {
  if (format === 'uri') return 'an absolute http or https address';
  if (format === 'date-time') return 'a date and time such as 2026-02-03T10:00:00Z';
  if (pattern !== undefined) return expected ?? `text that matches ${pattern}`;
  return minLength > 0 ? 'a non-empty string' : 'a string';
}

const firstOf = (problems: readonly (SchemaProblem | undefined)[]): SchemaProblem | undefined =>
  problems.find((problem) => problem !== undefined);

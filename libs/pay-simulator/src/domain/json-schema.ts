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

const PRIMITIVES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isSafeInteger(value),
  number: (value) => Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
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
  const invalid = (): SchemaProblem => ({
    field: field === '' ? 'body' : field,
    expected: expectedText(schema, resolve),
    received: value,
  });
  if (schema.$ref !== undefined) return check(resolve(schema.$ref), value, field);
  if (schema.anyOf) return schema.anyOf.some((part) => !check(part, value, field)) ? undefined : invalid();
  if (schema.enum) return schema.enum.some((one) => one === value) ? undefined : invalid();
  if (schema.type === 'array') {
    if (!Array.isArray(value) || value.length < (schema.minItems ?? 0)) return invalid();
    return firstOf(value.map((item, index) => check(schema.items ?? {}, item, `${field}[${index}]`)));
  }
  if (schema.type === 'object') {
    if (!isObject(value)) return invalid();
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
        .map((name) => ({
          field: nameOf(name),
          expected: expectedText(properties[name] ?? {}, resolve),
        })),
    ]);
  }
  if (schema.type !== undefined && !PRIMITIVES[schema.type]?.(value)) return invalid();
  if (typeof value === 'number')
    return value < (schema.minimum ?? -Infinity) || value > (schema.maximum ?? Infinity)
      ? invalid()
      : undefined;
  if (typeof value === 'string')
    return value.length < (schema.minLength ?? 0) ||
      (schema.pattern !== undefined && !new RegExp(schema.pattern).test(value))
      ? invalid()
      : undefined;
  return undefined;
}

/** Describes the values that match a schema, such as `a whole number from 1 to 1000`. */
export function expectedText(schema: Schema, resolve: ResolveSchema): string {
  const { minimum, maximum } = schema;
  const range =
    minimum === undefined
      ? ''
      : maximum === undefined
        ? `, at least ${minimum}`
        : ` from ${minimum} to ${maximum}`;
  if (schema.$ref !== undefined) return expectedText(resolve(schema.$ref), resolve);
  if (schema.anyOf)
    return [...new Set(schema.anyOf.map((part) => expectedText(part, resolve)))].join(', or ');
  if (schema.enum)
    return schema.enum.length === 1 ? `'${schema.enum[0]}'` : `one of ${schema.enum.join(', ')}`;
  if (schema.type === 'array') return `a list, each item ${expectedText(schema.items ?? {}, resolve)}`;
  if (schema.type === 'object') return 'a JSON object';
  if (schema.type === 'integer')
    return schema['x-unit'] === 'minor'
      ? `a whole number of minor units (1050 for 10.50)${range}`
      : `a whole number${range}`;
  if (schema.type === 'number') return `a number${range}`;
  if (schema.type === 'boolean') return 'true or false';
  if (schema.type === 'null') return 'null';
  if (schema.format === 'uri') return 'an absolute http or https address';
  if (schema.format === 'date-time') return 'a date and time such as 2026-02-03T10:00:00Z';
  if (schema.pattern !== undefined) return `text that matches ${schema.pattern}`;
  return (schema.minLength ?? 0) > 0
    ? 'a non-empty string'
    : schema.type === 'string'
      ? 'a string'
      : 'a value';
}

const firstOf = (problems: readonly (SchemaProblem | undefined)[]): SchemaProblem | undefined =>
  problems.find((problem) => problem !== undefined);

import type { SchemaType } from './verify.types.js';

/** Types of masked values. All others are strings. */
const TYPES: Readonly<Record<string, string>> = {
  null: 'null',
  boolean: 'boolean',
  object: 'object',
  array: 'array',
  integer: 'integer',
  minor: 'integer',
  number: 'integer',
  major: 'number',
  decimal: 'number',
};

/** Whether a masked value, such as `uuid` or `number 400`, has a type of the contract's schema. */
export function fitsType(masked: string, type: SchemaType): boolean {
  const allowed = [type].flat();
  const own = TYPES[masked.split(' ')[0] ?? ''] ?? 'string';
  return allowed.length === 0 || allowed.includes(own) || (own === 'integer' && allowed.includes('number'));
}

import { isObject } from '../domain/json-kinds.js';
import type { ContractError, ContractField, SchemaType } from './verify.types.js';

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

/** Fields and errors as the generated file has them: only their types or statuses, or all that is known. */
export type WrittenFields = Readonly<Record<string, SchemaType | ContractField>>;
export type WrittenErrors = Readonly<Record<string, ContractError['status'] | ContractError>>;

const rowsOf = (written: object, member: string): object =>
  Object.fromEntries(
    Object.entries(written).map(([name, row]) => [name, isObject(row) ? row : { [member]: row as unknown }]),
  );
export const fieldsOf = (written: WrittenFields) => rowsOf(written, 'type') as Record<string, ContractField>;
export const errorsOf = (written: WrittenErrors) =>
  rowsOf(written, 'status') as Record<string, ContractError>;

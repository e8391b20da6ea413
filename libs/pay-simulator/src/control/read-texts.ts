import { resolveSchema } from '../domain/control-contract.js';
import { isObject } from '../domain/json-kinds.js';
import { schemaProblem, type Schema } from '../domain/json-schema.js';

/**
 * Reads the texts of a form, of a command or of a YAML file as the values that a schema describes. A text that is none stays a text,
 * which the check of the schema names.
 */
export function readTexts(schema: Schema, given: unknown): unknown {
  const { $ref, additionalProperties, anyOf, items = {}, properties = {}, type } = schema;
  if ($ref !== undefined) return readTexts(resolveSchema($ref), given);
  if (anyOf) {
    const values = anyOf.map((part) => readTexts(part, given));
    return values.find((value) => !schemaProblem(schema, value, resolveSchema)) ?? given;
  }
  if (Array.isArray(given)) return given.map((item) => readTexts(items, item));
  if (isObject(given)) {
    const others = typeof additionalProperties === 'object' ? additionalProperties : {};
    return Object.fromEntries(
      Object.entries(given).map(([name, member]) => [name, readTexts(properties[name] ?? others, member)]),
    );
  }
  if (typeof given !== 'string') return given;
  if (type === 'array') return given === '' ? [] : readTexts(schema, given.split(','));
  if (type === 'boolean') return given === 'true' || (given === 'false' ? false : given);
  const isNumber = /^-?\d{1,15}(\.\d+)?$/.test(given);
  return (type === 'integer' || type === 'number') && isNumber ? Number(given) : given;
}

import type { JsonValue } from '../../domain/wire-json.js';
import type { Fields } from '../../http/fields.js';
import type { OperationReply } from '../../http/operation.js';

/** Validates the JSON types of a body. Returns the response with HTTP 422, or undefined if all types are valid. */
export function wrongTypes(
  body: Fields,
  types: Readonly<Record<string, 'string' | 'number' | 'boolean' | 'object'>>,
): OperationReply | undefined {
  const wrong = Object.entries(types).filter(([name, type]) => {
    const value = body.value(name);
    // The live service accepts a number for an ID or a currency.
    return value !== undefined && typeof value !== type && !(type === 'string' && typeof value === 'number');
  });
  const detail: JsonValue[] = wrong.map(([name, type]) => ({
    loc: ['body', name],
    msg: `value is not a valid ${type}`,
    type: `type_error.${type}`,
  }));
  const refused = wrong.map(([name, type]) => `${name}: expected a ${type}`).join('; ');
  return detail.length > 0 ? { status: 422, json: { detail }, refused } : undefined;
}

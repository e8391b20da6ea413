import { bodySchema, resolveSchema } from './control-contract.js';
import { isObject } from './json-kinds.js';
import { schemaProblem } from './json-schema.js';

/** Members whose values are not repeated, because they can be real card numbers or secrets. */
const SECRET = /card|number|cvc|token/i;

/**
 * Checks an input by the schema of its operation in contract/control.yaml, as the control API does.
 *
 * @param name - Name of the input in the message, in front of its members.
 * @returns The input without its undefined members.
 * @throws RangeError that names the member and the expected value.
 */
export function checkedInput<Input extends object>(operation: string, input: Input, name = ''): Input {
  const given: unknown = isObject(input)
    ? Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    : input;
  const problem = schemaProblem(bodySchema(operation), given, resolveSchema, name);
  if (!problem) return given as Input;
  const { field, expected, suggestion, received } = problem;
  if (suggestion !== undefined)
    throw new RangeError(`${field}: unknown member${suggestion || `; expected ${expected}`}`);
  const isShown = ['string', 'number', 'boolean'].includes(typeof received) && !SECRET.test(field);
  const shown = isShown ? ` (received ${JSON.stringify(received).slice(0, 80)})` : '';
  throw new RangeError(`${field}: expected ${expected}${shown}`);
}

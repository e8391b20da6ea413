import { bodySchema, resolveSchema } from './control-contract.js';
import { isObject } from './json-kinds.js';
import { schemaProblem, type Schema, type SchemaProblem } from './json-schema.js';

/** Members whose values are not repeated, because they can be real card numbers or secrets. */
const SECRET = /card|number|cvc|token|credential/i;

/** Describes an invalid member of an input: its name, the expected value and the received one. */
export function problemText({ field, expected, suggestion, received }: SchemaProblem): string {
  if (suggestion !== undefined) return `${field}: unknown member${suggestion || `; expected ${expected}`}`;
  const isShown = ['string', 'number', 'boolean'].includes(typeof received) && !SECRET.test(field);
  return `${field}: expected ${expected}${isShown ? ` (received ${JSON.stringify(received).slice(0, 80)})` : ''}`;
}

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
  checkValue(bodySchema(operation), given, name);
  return given as Input;
}

/** @throws RangeError that names the member and the expected value. */
export function checkValue(schema: Schema, value: unknown, name: string): void {
  const problem = schemaProblem(schema, value, resolveSchema, name);
  if (problem) throw new RangeError(problemText(problem));
}

import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { ValidationError } from 'class-validator';
import { compiledCheck } from './compiled-check.js';
import type { FieldError } from '../operation/method-return.js';
import type { OptionsClass } from '../operation/operation.js';
import { isObject, copyPlainData } from '../values/plain-data.js';

type Options = Record<string, unknown>;

/** A copy of the options as they will be sent, and what is wrong with them. */
export interface ReadOptions {
  /** Null if the value is no plain data. */
  options: Record<string, unknown> | null;
  problems: FieldError[];
}

/**
 * Copies options and checks the copy by the class-validator rules of their class. Send the copy, never the original. Members that
 * the class does not declare stay: see `unknownOptions`.
 *
 * @param field name of the options as a whole.
 * @param otherNames aliases, see {@link withWireNames}.
 */
export function readOptions(
  dto: OptionsClass,
  input: unknown,
  field = 'options',
  otherNames: Readonly<Record<string, string>> = {},
): ReadOptions {
  if (!isObject(input)) return { options: null, problems: [{ field, problem: 'must be an object' }] };
  const copied = copyPlainData(input, field);
  if ('problems' in copied) return { options: null, ...copied };
  const options = withWireNames(copied.value as Options, otherNames);
  const inherited = inheritedName(compiledCheck(dto).names, options, input);
  if (inherited !== undefined) {
    const problem = 'must be a member of the options themselves';
    return { options: null, problems: [{ field: inherited, problem }] };
  }
  return { options, problems: problemsOf(dto, options) };
}

function problemsOf(dto: OptionsClass, options: Options): FieldError[] {
  if (compiledCheck(dto).isValid(options)) return [];
  // class-validator is slow, so it only writes the messages.
  return validateSync(plainToInstance(dto, options), { forbidUnknownValues: false }).flatMap((error) =>
    fieldErrors(error, ''),
  );
}

/** Finds a known option that the object inherits. Ignoring it could refund everything; sending it could be unintended. */
function inheritedName(known: ReadonlySet<string>, options: Options, input: Options): string | undefined {
  for (const name of known) if (!Object.hasOwn(options, name) && input[name] !== undefined) return name;
  return undefined;
}

function fieldErrors(error: ValidationError, parent: string): FieldError[] {
  const field = parent + error.property;
  // A value that is no object also breaks the rule of its members, which says the same in other words.
  const rules = Object.entries(error.constraints ?? {}).filter(
    ([name], _, all) => name !== 'nestedValidation' || all.length === 1,
  );
  // For an amount of 10.5, the message about minor units comes before the one about bounds.
  const unitsFirst = rules.toSorted(
    ([a], [b]) => Number(b === 'isMinorUnits') - Number(a === 'isMinorUnits'),
  );
  const own = unitsFirst.map(([, problem]) => ({
    field,
    // class-validator's sentences begin with the bare property name.
    problem: problem.startsWith(`${error.property} `) ? problem.slice(error.property.length + 1) : problem,
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => fieldErrors(child, `${field}.`))];
}

/**
 * Replaces aliases from the service's documentation and public SDK with the names on the wire. If both are set, the name on the wire
 * wins. An empty string under an alias is dropped.
 *
 * @param names alias (dotted if nested) → name on the wire, in the same object.
 */
function withWireNames<Options>(options: Options, names: Readonly<Record<string, string>> = {}): Options {
  return Object.entries(names).reduce(
    (all: unknown, [other, name]) => rename(all, other.split('.'), name),
    options,
  ) as Options;
}

function rename(value: unknown, [head = '', ...rest]: readonly string[], name: string): unknown {
  if (!isObject(value) || !Object.hasOwn(value, head)) return value;
  const { [head]: input, ...others } = value;
  if (rest.length > 0) return { ...value, [head]: rename(input, rest, name) };
  const own = others[name];
  const isTaken = own !== undefined && own !== null && own !== '';
  return isTaken || input === '' ? others : { ...others, [name]: input };
}

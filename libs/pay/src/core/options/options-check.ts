import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { ValidationError } from 'class-validator';
import { compiledCheck, namesOf } from './compiled-check.js';
import type { FieldError } from '../operation/method-return.js';
import { isMisspelling } from '../values/nearest-name.js';
import type { OptionsClass } from '../operation/operation.js';
import { isObject, copyPlainData } from '../values/plain-data.js';

/** A new version of the service would add fewer options. */
const MAX_UNKNOWN = 100;

type Options = Record<string, unknown>;

/** A copy of the options as they will be sent, and what is wrong with them. */
export interface ReadOptions {
  /** Null if the value is no plain data. */
  options: Record<string, unknown> | null;
  problems: FieldError[];
}

/**
 * Copies options and checks the copy by the class-validator rules of their class. Send the copy, never the original.
 * Options that the class does not declare are sent as well, because the service may know them. Names that look misspelled are
 * refused: a misspelled `preauth` would charge the card instead of authorizing the payment.
 *
 * @param others options that the class does not declare rules for.
 * @param field name of the options as a whole.
 * @param otherNames aliases, see {@link withWireNames}.
 */
export function readOptions(
  dto: OptionsClass,
  input: unknown,
  others: readonly string[] = [],
  field = 'options',
  otherNames: Readonly<Record<string, string>> = {},
): ReadOptions {
  if (!isObject(input)) return { options: null, problems: [{ field, problem: 'must be an object' }] };
  const copied = copyPlainData(input, field);
  if ('problems' in copied) return { options: null, ...copied };
  const options = withWireNames(copied.value as Record<string, unknown>, otherNames);
  const inherited = inheritedName(namesOf(dto), options, input) ?? inheritedName(others, options, input);
  if (inherited !== undefined) {
    const problem = 'must be a member of the options themselves';
    return { options: null, problems: [{ field: inherited, problem }] };
  }
  return { options, problems: problemsOf(dto, options, others) };
}

function problemsOf(dto: OptionsClass, options: Options, others: readonly string[]): FieldError[] {
  const check = compiledCheck(dto);
  const isValid = check.isValid(options);
  const declaresAll = check.declaresAll(options, others);
  if (isValid && declaresAll) return [];
  const instance = plainToInstance(dto, options);
  return [
    // class-validator is slow, so it only writes the messages.
    ...(isValid ? [] : validateSync(instance, { forbidUnknownValues: false })).flatMap((error) =>
      fieldErrors(error, ''),
    ),
    ...(declaresAll ? [] : findMisspelled(options, instance, others, '')),
  ];
}

/** Finds a known option that the object inherits. Ignoring it could refund everything; sending it could be unintended. */
function inheritedName(known: readonly string[], options: Options, input: Options): string | undefined {
  return known.find((name) => !Object.hasOwn(options, name) && input[name] !== undefined);
}

/** Finds misspelled names, also in nested objects with a class of their own. */
function findMisspelled(
  input: Record<string, unknown>,
  instance: object,
  others: readonly string[],
  parent: string,
): FieldError[] {
  const known = [...namesOf(instance.constructor as OptionsClass), ...others];
  const unknown = Object.keys(input).filter((name) => !known.includes(name));
  // Each unknown name is compared with each option, which would take long for many names.
  if (unknown.length > MAX_UNKNOWN)
    return [
      {
        field: parent.slice(0, -1) || 'options',
        problem: `must not have over ${MAX_UNKNOWN} unknown members`,
      },
    ];
  const own = unknown.flatMap((name) => {
    const meant = known.find((option) => isMisspelling(name, option));
    return meant === undefined
      ? []
      : [{ field: parent + name, problem: `is not an option: did you mean ${meant}?` }];
  });
  const nested = Object.entries(instance).flatMap(([name, value]) =>
    findNestedMisspelled(input[name], value, `${parent}${name}.`),
  );
  return [...own, ...nested];
}

function findNestedMisspelled(input: unknown, instance: unknown, parent: string): FieldError[] {
  if (Array.isArray(input) && Array.isArray(instance))
    return input.flatMap((item, at) => findNestedMisspelled(item, instance[at], `${parent}${at}.`));
  if (!isObject(input) || !isObject(instance) || instance.constructor === Object) return [];
  return findMisspelled(input, instance, [], parent);
}

function fieldErrors(error: ValidationError, parent: string): FieldError[] {
  const field = parent + error.property;
  const rules = Object.entries(error.constraints ?? {});
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

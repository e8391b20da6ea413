import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { ValidationError } from 'class-validator';
import { compiledCheck, namesOf } from './compiled-check.js';
import type { FieldError } from '../operation/method-return.js';
import { isSlip } from '../values/nearest-name.js';
import type { OptionsClass } from '../operation/operation.js';
import { isObject, takePlain } from '../values/plain-data.js';

/** More unknown members than a new version of the service would bring. */
const MAX_UNKNOWN = 100;

type Options = Record<string, unknown>;

/** What was given, as it will be sent, and what is wrong with it. */
export interface ReadOptions {
  /** Null for what is no data at all. */
  options: Record<string, unknown> | null;
  problems: FieldError[];
}

/**
 * Takes a copy of options and checks that copy by their class's class-validator rules: send the copy, never what was given.
 * An option that the class does not know is passed on, for the service may know it, unless it looks like a slip: a
 * misspelt `preauth` would be a charge instead of a pre-authorisation.
 *
 * @param others options that the class does not declare rules for.
 * @param field what they are called as a whole.
 * @param otherNames names that are taken for those of the wire, see {@link withWireNames}.
 */
export function readOptions(
  dto: OptionsClass,
  given: unknown,
  others: readonly string[] = [],
  field = 'options',
  otherNames: Readonly<Record<string, string>> = {},
): ReadOptions {
  if (!isObject(given)) return { options: null, problems: [{ field, problem: 'must be an object' }] };
  const taken = takePlain(given, field);
  if ('problems' in taken) return { options: null, ...taken };
  const options = withWireNames(taken.value as Record<string, unknown>, otherNames);
  const inherited = inheritedName(namesOf(dto), options, given) ?? inheritedName(others, options, given);
  if (inherited !== undefined) {
    const problem = 'must be a member of the options themselves';
    return { options: null, problems: [{ field: inherited, problem }] };
  }
  return { options, problems: problemsOf(dto, options, others) };
}

function problemsOf(dto: OptionsClass, options: Options, others: readonly string[]): FieldError[] {
  const check = compiledCheck(dto);
  const keepsRules = check.keepsRules(options);
  const declaresAll = check.declaresAll(options, others);
  if (keepsRules && declaresAll) return [];
  const instance = plainToInstance(dto, options);
  return [
    // class-validator has the words; what is good it need not look at.
    ...(keepsRules ? [] : validateSync(instance, { forbidUnknownValues: false })).flatMap((error) =>
      fieldErrors(error, ''),
    ),
    ...(declaresAll ? [] : slips(options, instance, others, '')),
  ];
}

/** Finds a known option that the object inherits: to pass it over could refund everything, to send it could be another's wish. */
function inheritedName(known: readonly string[], options: Options, given: Options): string | undefined {
  return known.find((name) => !Object.hasOwn(options, name) && given[name] !== undefined);
}

/** Slips among the names, also of nested objects that have a class of their own. */
function slips(
  given: Record<string, unknown>,
  instance: object,
  others: readonly string[],
  parent: string,
): FieldError[] {
  const known = [...namesOf(instance.constructor as OptionsClass), ...others];
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  // Each is compared with each option: a flood of them would stop the process.
  if (unknown.length > MAX_UNKNOWN)
    return [
      {
        field: parent.slice(0, -1) || 'options',
        problem: `must not have over ${MAX_UNKNOWN} unknown members`,
      },
    ];
  const own = unknown.flatMap((name) => {
    const meant = known.find((option) => isSlip(name, option));
    return meant === undefined
      ? []
      : [{ field: parent + name, problem: `is not an option: did you mean ${meant}?` }];
  });
  const nested = Object.entries(instance).flatMap(([name, value]) =>
    nestedSlips(given[name], value, `${parent}${name}.`),
  );
  return [...own, ...nested];
}

function nestedSlips(given: unknown, instance: unknown, parent: string): FieldError[] {
  if (Array.isArray(given) && Array.isArray(instance))
    return given.flatMap((item, at) => nestedSlips(item, instance[at], `${parent}${at}.`));
  if (!isObject(given) || !isObject(instance) || instance.constructor === Object) return [];
  return slips(given, instance, [], parent);
}

function fieldErrors(error: ValidationError, parent: string): FieldError[] {
  const field = parent + error.property;
  const rules = Object.entries(error.constraints ?? {});
  // Whoever gave 10.5 first wants to hear of minor units, then of bounds.
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
 * Options with the names of the wire in the place of others that the service's documents or its public SDK use for the
 * same. Where both are given the name of the wire wins; an empty text under another name is dropped.
 *
 * @param names other name, dotted where nested → name on the wire, in the same place.
 */
function withWireNames<Options>(options: Options, names: Readonly<Record<string, string>> = {}): Options {
  return Object.entries(names).reduce(
    (all: unknown, [other, name]) => rename(all, other.split('.'), name),
    options,
  ) as Options;
}

function rename(value: unknown, [head = '', ...rest]: readonly string[], name: string): unknown {
  if (!isObject(value) || !Object.hasOwn(value, head)) return value;
  const { [head]: given, ...others } = value;
  if (rest.length > 0) return { ...value, [head]: rename(given, rest, name) };
  const own = others[name];
  const isTaken = own !== undefined && own !== null && own !== '';
  return isTaken || given === '' ? others : { ...others, [name]: given };
}

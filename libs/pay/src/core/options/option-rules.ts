import { wordList } from '../values/word-list.js';
import type { FieldError } from '../operation/method-return.js';
import { MAX_TIMEOUT_MS } from '../values/clock.js';
import { isMisspelling, unknownNames } from '../values/nearest-name.js';
import { isObject, ownMembers, specialKindOf } from '../values/plain-data.js';
import { loggableText } from '../values/redaction.js';

/** What one option must be. A rule without members accepts every value. */
export interface OptionRule {
  /** Describes the missing option in the error message. Absent if the option is optional. */
  required?: string;
  /** Another option that makes this one optional. */
  unless?: string;
  /** Names that other libraries use for the option. They are refused like misspellings of it. */
  otherNames?: readonly string[];
  /** Returns what is wrong with a value, as the end of a sentence; null for a valid one. */
  problem?: (value: unknown) => string | null;
  /** The rules of its members, if the option is an object. */
  fields?: OptionRules;
}

/** The rules of one kind of options, by name. */
export type OptionRules = Readonly<Record<string, OptionRule>>;

interface CheckSettings {
  /** Comes before each name in a problem, for example `webhooks.`. */
  parent?: string;
  /**
   * Which unknown names are refused. `misspelled`: only those that resemble a known option which is not set, or one of its
   * `otherNames`, because the object may also have members for the application. @default 'all'
   */
  unknown?: 'all' | 'misspelled';
}

/** Checks options by a table of rules: returns each unknown name, missing option and wrong value. */
export function checkOptions(
  rules: OptionRules,
  input: Readonly<Record<string, unknown>>,
  { parent = '', unknown = 'all' }: CheckSettings = {},
): FieldError[] {
  const unreadable = unreadableOptions(rules, input, parent);
  const isUnreadable = ({ field }: FieldError): boolean => unreadable.some((one) => one.field === field);
  const options = ownMembers(input);
  const names = Object.keys(rules);
  const wrongNames = unknown === 'all' ? unknownNames(options, names) : findMisspelled(options, rules);
  const wrong = Object.entries(rules).flatMap(([name, rule]) => {
    const isOptional = rule.unless !== undefined && options[rule.unless] !== undefined;
    if (options[name] === undefined && isOptional) return [];
    return checkOption(rule, options[name], parent + name);
  });
  return [
    ...unreadable,
    ...wrongNames.map(({ field, problem }) => ({ field: parent + field, problem })),
    ...wrong.filter((one) => !isUnreadable(one)),
  ];
}

/**
 * Finds why options of an object would be ignored: it is a promise, or inherits them from its class. Members of `Object.prototype`, which
 * any other package can add, are no options.
 */
export function unreadableOptions(rules: OptionRules, input: unknown, parent = ''): FieldError[] {
  if (!isObject(input)) return [];
  const kind = specialKindOf(input);
  if (kind !== null)
    return [{ field: parent.slice(0, -1) || 'options', problem: `must be a plain object, not ${kind}` }];
  const everywhere = Object.prototype as unknown as Record<string, unknown>;
  const isInherited = (name: string): boolean =>
    !Object.hasOwn(input, name) && ![undefined, everywhere[name]].includes(input[name]);
  return Object.keys(rules)
    .filter(isInherited)
    .map((name) => ({ field: parent + name, problem: 'must be a member of the options themselves' }));
}

/** Writes problems as one sentence without its full stop. */
export function problemsText(problems: readonly FieldError[]): string {
  return problems.map(({ field, problem }) => `${field} ${problem}`).join('; ');
}

/** @throws RangeError that names each wrong option. */
export function requireOptions(rules: OptionRules, options: unknown, parent: string): void {
  const problems = checkOptions(rules, isObject(options) ? options : {}, { parent });
  if (problems.length > 0) throw new RangeError(problemsText(problems));
}

function checkOption({ required, problem, fields }: OptionRule, value: unknown, field: string): FieldError[] {
  if (value === undefined)
    return required === undefined ? [] : [{ field, problem: `is missing: ${required}` }];
  const wrong = problem?.(value) ?? null;
  if (wrong !== null) return [{ field, problem: wrong }];
  if (fields === undefined) return [];
  return isObject(value)
    ? checkOptions(fields, value, { parent: `${field}.` })
    : [{ field, problem: 'must be an object' }];
}

function findMisspelled(options: Readonly<Record<string, unknown>>, rules: OptionRules): FieldError[] {
  const unset = Object.entries(rules).filter(([name]) => options[name] === undefined);
  return Object.keys(options)
    .filter((field) => !Object.hasOwn(rules, field))
    .flatMap((field) => {
      const isMeant = (name: string): boolean => isMisspelling(field, name);
      const meant = unset.find(([name, { otherNames = [] }]) => [name, ...otherNames].some(isMeant));
      return meant === undefined ? [] : [{ field, problem: `is not an option: did you mean ${meant[0]}?` }];
    });
}

/** Creates a rule whose message says what was expected. Its values must not be secrets: the message shows what was received. */
export function rule(
  isValid: (value: unknown) => boolean,
  expected: string,
  example?: string | number,
): OptionRule {
  const exampleText = example === undefined ? '' : `, for example ${example}`;
  return {
    problem: (value) =>
      isValid(value) ? null : `must be ${expected}${exampleText} (received ${described(value)})`,
  };
}

export const BOOLEAN = rule((value) => typeof value === 'boolean', 'true or false');
export const FUNCTION = rule((value) => typeof value === 'function', 'a function');

/** A time in milliseconds for which a timer can be set. */
export const TIMEOUT = milliseconds(1, MAX_TIMEOUT_MS, 30_000);

/** A time in milliseconds, which may have decimals. */
export function milliseconds(min: number, max: number, example: number): OptionRule {
  const range = max === Infinity ? `, at least ${min}` : ` from ${min} to ${max}`;
  return rule(
    (value) => typeof value === 'number' && value >= min && value <= max,
    `a number of milliseconds${range}`,
    example,
  );
}

/** A whole number. */
export function wholeNumber(
  min: number,
  max = Number.MAX_SAFE_INTEGER,
  unit = '',
  example?: number,
): OptionRule {
  const range = max === Number.MAX_SAFE_INTEGER ? `, at least ${min}` : ` from ${min} to ${max}`;
  return rule(
    (value) => Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max,
    `a whole number${unit}${range}`,
    example,
  );
}

/** One of several strings. */
export function oneOf(...values: readonly string[]): OptionRule {
  const list = wordList(
    values.map((value) => `'${value}'`),
    'or',
  );
  return rule((value) => values.some((one) => one === value), list);
}

/** An object with these methods. */
export function objectWith(...methods: readonly string[]): OptionRule {
  return rule(
    (value) => hasMethods(value, methods),
    `an object with the ${methods.length > 1 ? 'methods' : 'method'} ${wordList(methods, 'and')}`,
  );
}

/** Returns whether a value has all these methods. */
export function hasMethods(value: unknown, methods: readonly string[]): boolean {
  return methods.every(
    (method) => typeof (value as Record<string, unknown> | null | undefined)?.[method] === 'function',
  );
}

const MAX_SHOWN = 40;

/** Describes a value without its contents. Short strings are shown, unless they look like a secret. */
function described(value: unknown): string {
  if (value === null || ['number', 'boolean', 'bigint'].includes(typeof value)) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value !== 'string') return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
  return value.length <= MAX_SHOWN && loggableText(value) === value ? `'${value}'` : 'a string';
}

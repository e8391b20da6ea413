import type { FieldError } from '../operation/method-return.js';
import type { Operation, OptionsClass } from '../operation/operation.js';
import { nearestName } from '../values/nearest-name.js';
import { isObject } from '../values/plain-data.js';
import { CALL_OPTION_NAMES } from './call-options.js';
import { compiledCheck } from './compiled-check.js';

/** More names are not compared with the options, which would take long. */
const MAX_UNKNOWN = 100;

type Declaration = Pick<Operation<unknown, string>, 'options' | 'query'>;
type Members = Record<string, unknown>;
/** Returns why a name is no option of this call, as the end of a sentence. */
type Reason = (name: string) => string | undefined;

/**
 * Reports each unknown name among the options of a call, with the right name or place. Checks nested objects and lists as well.
 *
 * @param dto the class of the options, or of the second options for the query.
 */
export function unknownOptions(operation: Declaration, dto: OptionsClass, options: Members): FieldError[] {
  let reserved: Map<string, string> | undefined;
  return unknownMembers(dto, options, '', (name) =>
    CALL_OPTION_NAMES.includes(name)
      ? 'belongs in the last argument, not among the options'
      : (reserved ??= reservedNames(operation, dto)).get(normalized(name)),
  );
}

function unknownMembers(dto: OptionsClass, options: Members, parent: string, reason: Reason): FieldError[] {
  const { names, nested } = compiledCheck(dto);
  const unknown = Object.keys(options).filter((name) => !names.has(name));
  if (unknown.length > MAX_UNKNOWN) {
    const problem = `must not have over ${MAX_UNKNOWN} unknown members`;
    return [{ field: parent.slice(0, -1) || 'options', problem }];
  }
  const problems = unknown.map((name) => ({
    field: parent + name,
    problem: reason(name) ?? suggestion(dto, name),
  }));
  for (const [name, type] of nested)
    if (options[name] !== undefined) problems.push(...unknownInside(type, options[name], parent + name));
  return problems;
}

function unknownInside(type: OptionsClass, value: unknown, field: string): FieldError[] {
  if (Array.isArray(value)) return value.flatMap((item, at) => unknownInside(type, item, `${field}.${at}`));
  return isObject(value) ? unknownMembers(type, value, `${field}.`, () => undefined) : [];
}

function suggestion(dto: OptionsClass, name: string): string {
  const { names, nested } = compiledCheck(dto);
  const owner = [...nested].find(([, type]) => compiledCheck(type).names.has(name));
  if (owner !== undefined) return `is not an option here: did you mean ${owner[0]}.${name}?`;
  const nearest = nearestName(name, [...names, ...CALL_OPTION_NAMES]);
  if (nearest === undefined)
    return 'is not an option: leave it out, or send it with the call option extra if the service knows it';
  const place = names.has(nearest) ? '' : ', which belongs in the last argument';
  return `is not an option: did you mean ${nearest}${place}?`;
}

/**
 * Adds members that no option is declared for, from the call option `extra`. Reports members that would override an option or the
 * declaration.
 */
export function addExtra(operation: Declaration, target: Members, extra: Members): FieldError[] {
  const dto = operation.options?.dto;
  const reserved = reservedNames(operation, dto);
  for (const name of CALL_OPTION_NAMES) reserved.set(normalized(name), 'belongs beside extra, not inside');
  return addMembers(dto, target, extra, 'extra.', (name) => reserved.get(normalized(name)));
}

const IS_OPTION = 'is an option of this call: give it among the options';

function addMembers(
  dto: OptionsClass | undefined,
  target: Members,
  extra: Members,
  parent: string,
  reason: Reason,
): FieldError[] {
  const check = dto === undefined ? undefined : compiledCheck(dto);
  const known = new Set([...(check?.names ?? [])].map(normalized));
  return Object.entries(extra).flatMap(([name, value]) => {
    const type = check?.nested.get(name);
    const inside = target[name] ?? {};
    if (type !== undefined && isObject(value) && isObject(inside)) {
      target[name] = inside;
      return addMembers(type, inside, value, `${parent}${name}.`, () => undefined);
    }
    const problem = known.has(normalized(name)) ? IS_OPTION : reason(name);
    if (problem !== undefined) return [{ field: parent + name, problem }];
    target[name] = value;
    return [];
  });
}

/**
 * Returns names that would override the declaration: its path, query and constants, or the choice between calls with the same URL.
 *
 * @param dto the class whose names are not reserved.
 * @returns normalized name → why it is no option.
 */
function reservedNames({ options: place, query }: Declaration, dto?: OptionsClass): Map<string, string> {
  const reserved = new Map<string, string>();
  for (const other of [place?.dto, query])
    if (other !== undefined && other !== dto)
      for (const name of compiledCheck(other).names)
        reserved.set(normalized(name), 'belongs in another argument of this call');
  if (place === undefined) return reserved;
  const moved = { ...place.toUserName, ...place.toPath, ...place.toQuery };
  for (const [name, why] of Object.entries(place.forbidden ?? {}))
    reserved.set(normalized(name), `is not an option of this call: ${why}`);
  for (const name of Object.keys(place.constants ?? {}))
    reserved.set(normalized(name), 'is not an option: this call always sets it');
  for (const [name, option] of Object.entries(moved))
    reserved.set(normalized(name), `is not an option: use ${option}`);
  return reserved;
}

/** Normalizes a name, because the service may ignore case and punctuation. */
function normalized(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, ValidationTypes } from 'class-validator';
import type { ValidatorConstraintInterface } from 'class-validator';
import type { OptionsClass } from '../operation/operation.js';
import { isObject } from '../values/plain-data.js';

type Members = Readonly<Record<string, unknown>>;
type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];
/** Of one decorator, on a member's value. */
type Rule = (value: unknown, options: Members) => boolean;

/**
 * What a class of options says of plain data, a hundred times quicker than class-validator says it, and without words. The
 * rules are the decorators' own; of class-transformer's decorators only `@Type()` is known.
 */
export interface CompiledCheck {
  /** Whether class-validator finds nothing wrong. */
  keepsRules(options: Members): boolean;
  /** Whether the class, and the classes of what stands in it, declare all members. @param others further ones, not in nested objects. */
  declaresAll(options: Members, others: readonly string[]): boolean;
}

const checks = new WeakMap<OptionsClass, CompiledCheck>();
const names = new WeakMap<OptionsClass, readonly string[]>();

/** The check of a class, made when it is first asked for. */
export function compiledCheck(dto: OptionsClass): CompiledCheck {
  const check = checks.get(dto) ?? compile(dto);
  checks.set(dto, check);
  return check;
}

/** The options that a class declares rules for. */
export function namesOf(dto: OptionsClass): readonly string[] {
  const known = names.get(dto) ?? [...new Set(metadataOf(dto).map(({ propertyName }) => propertyName))];
  names.set(dto, known);
  return known;
}

function metadataOf(dto: OptionsClass): Metadata[] {
  return getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
}

function compile(dto: OptionsClass): CompiledCheck {
  const rules = new Map(namesOf(dto).map((name) => [name, [] as Metadata[]]));
  for (const metadata of metadataOf(dto)) rules.get(metadata.propertyName)?.push(metadata);
  const members = [...rules].map(([name, own]) => ({ name, holds: memberRule(dto, name, own) }));
  const nested = members.flatMap(({ name }) => {
    const type = nestedClass(dto, name);
    const declares = (value: Members): boolean => compiledCheck(type).declaresAll(value, []);
    return type === Object ? [] : [{ name, holds: eachObject(declares) }];
  });
  const defaults: Members = { ...new dto() };
  const hasDefaults = Object.keys(defaults).length > 0;
  const declared = new Set([...rules.keys(), ...Object.keys(defaults)]);
  return {
    keepsRules(given) {
      const options = hasDefaults ? { ...defaults, ...given } : given;
      try {
        for (const { name, holds } of members) if (!holds(options[name], options)) return false;
        return true;
      } catch {
        // A rule that fails on what it is given fails again where that is told.
        return false;
      }
    },
    declaresAll(options, others) {
      for (const name in options) if (!declared.has(name) && !others.includes(name)) return false;
      for (const { name, holds } of nested) if (!holds(options[name])) return false;
      return true;
    },
  };
}

function memberRule(dto: OptionsClass, name: string, all: readonly Metadata[]): Rule {
  const conditions = all
    .filter(({ type }) => type === ValidationTypes.CONDITIONAL_VALIDATION)
    .map(({ constraints }) => constraints[0] as (options: Members, value: unknown) => boolean);
  const rules = all.flatMap((metadata) => {
    if (metadata.type === ValidationTypes.NESTED_VALIDATION) return [nestedRule(nestedClass(dto, name))];
    return getMetadataStorage()
      .getTargetValidatorConstraints(metadata.constraintCls)
      .map(({ instance }) => ownRule(dto, metadata, instance));
  });
  return (value, options) => {
    for (const condition of conditions) if (!condition(options, value)) return true;
    for (const rule of rules) if (!rule(value, options)) return false;
    return true;
  };
}

function ownRule(
  dto: OptionsClass,
  { propertyName, constraints, each, validateIf }: Metadata,
  validator: ValidatorConstraintInterface,
): Rule {
  const targetName = dto.name;
  return (value, object) => {
    if (validateIf !== undefined && !validateIf(object, value)) return true;
    const args = { targetName, property: propertyName, object, value, constraints };
    return each && Array.isArray(value)
      ? value.every((item) => validator.validate(item, args) === true)
      : validator.validate(value, args) === true;
  };
}

function nestedRule(type: OptionsClass): Rule {
  const holds = (value: unknown): boolean =>
    value === undefined ||
    (Array.isArray(value) ? value.every(holds) : isObject(value) && compiledCheck(type).keepsRules(value));
  return holds;
}

/** Of objects and lists of objects; whatever else stands there is nothing to it. */
function eachObject(holds: (value: Members) => boolean): (value: unknown) => boolean {
  const each = (value: unknown): boolean =>
    Array.isArray(value) ? value.every(each) : !isObject(value) || holds(value);
  return each;
}

/** What class-transformer makes of an object that stands there. */
function nestedClass(dto: OptionsClass, name: string): OptionsClass {
  const made = (plainToInstance(dto, { [name]: {} }) as Members)[name];
  return (made as object).constructor as OptionsClass;
}

import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, ValidationTypes } from 'class-validator';
import type { ValidationArguments, ValidatorConstraintInterface } from 'class-validator';
import type { OptionsClass } from '../operation/operation.js';
import { isObject } from '../values/plain-data.js';
import { getOrAdd } from '../values/get-or-add.js';

type Members = Readonly<Record<string, unknown>>;
type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];
/** The check of one decorator on the value of a member. */
type Rule = (value: unknown, options: Members) => boolean;

/**
 * Checks plain data by the decorators of an options class, a hundred times faster than class-validator and without messages.
 * Of class-transformer's decorators, only `@Type()` is supported.
 */
export interface CompiledCheck {
  /** Returns whether class-validator accepts the options. */
  isValid(options: Members): boolean;
  /** Names of the members. */
  readonly names: ReadonlySet<string>;
  /** Classes of the members that are objects, or lists of objects. */
  readonly nested: ReadonlyMap<string, OptionsClass>;
}

const checks = new WeakMap<OptionsClass, CompiledCheck>();

/** Returns the check of a class. Compiles it at the first use. */
export function compiledCheck(dto: OptionsClass): CompiledCheck {
  return getOrAdd(checks, dto, compile);
}

function compile(dto: OptionsClass): CompiledCheck {
  const rules = new Map<string, Metadata[]>();
  for (const metadata of getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false))
    getOrAdd(rules, metadata.propertyName, () => []).push(metadata);
  const members = [...rules].map(([name, own]) => ({ name, holds: memberRule(dto, name, own) }));
  const nested = new Map(
    members.map(({ name }) => [name, nestedClass(dto, name)] as const).filter(([, type]) => type !== Object),
  );
  const defaults: Members = { ...new dto() };
  const hasDefaults = Object.keys(defaults).length > 0;
  const names = new Set([...rules.keys(), ...Object.keys(defaults)]);
  return {
    names,
    nested,
    isValid(given) {
      const options = hasDefaults ? { ...defaults, ...given } : given;
      try {
        for (const { name, holds } of members) if (!holds(options[name], options)) return false;
        return true;
      } catch {
        // A rule that throws will throw again in class-validator, which reports it.
        return false;
      }
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

const NOTHING = {};

function ownRule(
  dto: OptionsClass,
  { propertyName, constraints, each, validateIf }: Metadata,
  validator: ValidatorConstraintInterface,
): Rule {
  // One object for all calls: the rules of class-validator run one after another and do not store it.
  const args: ValidationArguments = {
    targetName: dto.name,
    property: propertyName,
    object: NOTHING,
    value: undefined,
    constraints,
  };
  return (value, object) => {
    if (validateIf !== undefined && !validateIf(object, value)) return true;
    args.object = object;
    args.value = value;
    try {
      return each && Array.isArray(value)
        ? value.every((item) => validator.validate(item, args) === true)
        : validator.validate(value, args) === true;
    } finally {
      // Options can contain card data, which must not stay in memory.
      args.object = NOTHING;
      args.value = undefined;
    }
  };
}

function nestedRule(type: OptionsClass): Rule {
  const holds = (value: unknown): boolean =>
    value === undefined ||
    (Array.isArray(value) ? value.every(holds) : isObject(value) && compiledCheck(type).isValid(value));
  return holds;
}

/** Finds the class that class-transformer creates for this member. */
function nestedClass(dto: OptionsClass, name: string): OptionsClass {
  const made = (plainToInstance(dto, { [name]: {} }) as Members)[name];
  return (made as object).constructor as OptionsClass;
}

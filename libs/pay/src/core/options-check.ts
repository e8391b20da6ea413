import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync } from 'class-validator';
import type { ValidationError } from 'class-validator';
import { editDistance } from './edit-distance.js';
import type { FieldError } from './method-return.js';
import type { OptionsClass } from './operation.js';

/**
 * What is wrong with options, by their class's class-validator rules. Empty when they are good.
 * An option that the class does not know is passed on, for the service may know it, unless it looks like a slip: a
 * misspelt `preauth` would be a charge instead of a pre-authorisation.
 *
 * @param others options that the class does not declare rules for.
 */
export function checkOptions(
  dto: OptionsClass,
  options: unknown,
  others: readonly string[] = [],
): FieldError[] {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    return [{ field: 'options', problem: 'must be an object' }];
  }
  const errors = validateSync(plainToInstance(dto, options), { forbidUnknownValues: false });
  return [
    ...errors.flatMap((error) => fieldErrors(error, '')),
    ...slips(options, [...namesOf(dto), ...others]),
  ];
}

const names = new WeakMap<OptionsClass, readonly string[]>();

/** The options that a class declares rules for. */
function namesOf(dto: OptionsClass): readonly string[] {
  const known = names.get(dto) ?? [
    ...new Set(
      getMetadataStorage()
        .getTargetValidationMetadatas(dto, '', false, false)
        .map(({ propertyName }) => propertyName),
    ),
  ];
  names.set(dto, known);
  return known;
}

function slips(options: object, known: readonly string[]): FieldError[] {
  return Object.keys(options)
    .filter((name) => !known.includes(name))
    .flatMap((field) => {
      const meant = known.find((name) => isSlip(field, name));
      return meant === undefined ? [] : [{ field, problem: `is not an option: did you mean ${meant}?` }];
    });
}

/** One letter off, other capitals, underscores, or an `is` before it. */
function isSlip(given: string, known: string): boolean {
  const [a, b] = [given, known].map((name) => name.toLowerCase().replace(/[_-]|^is/g, ''));
  return a === b || ((b?.length ?? 0) >= 5 && editDistance(a ?? '', b ?? '') === 1);
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

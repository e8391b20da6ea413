import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { ValidationError } from 'class-validator';
import type { FieldError } from './method-return.js';
import type { OptionsClass } from './operation.js';

/** What is wrong with options, by their class's class-validator rules. Empty when they are good. */
export function checkOptions(dto: OptionsClass, options: unknown): FieldError[] {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    return [{ field: 'options', problem: 'must be an object' }];
  }
  const errors = validateSync(plainToInstance(dto, options), { forbidUnknownValues: false });
  return errors.flatMap((error) => fieldErrors(error, ''));
}

function fieldErrors(error: ValidationError, parent: string): FieldError[] {
  const field = parent + error.property;
  const own = Object.values(error.constraints ?? {}).map((problem) => ({
    field,
    // class-validator's sentences begin with the bare property name.
    problem: problem.startsWith(`${error.property} `) ? problem.slice(error.property.length + 1) : problem,
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => fieldErrors(child, `${field}.`))];
}

import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync, ValidationTypes } from 'class-validator';
import fc from 'fast-check';
import { propertyRuns } from '../../../../test/full-size.js';
import { compiledCheck } from '../core/options/compiled-check.js';
import type { OptionsClass } from '../core/operation/operation.js';
import { declaredOperations } from './declared-operations.testing.js';

type Options = Record<string, unknown>;

/** Returns all classes of options of all operations, by name. */
async function optionsClasses(): Promise<Map<string, OptionsClass>> {
  const classes = new Map<string, OptionsClass>();
  for (const folder of [import.meta.dirname, join(import.meta.dirname, '../auth')])
    for (const { options, query } of await declaredOperations({ folder }))
      for (const dto of [options?.dto, query]) if (dto !== undefined) classes.set(dto.name, dto);
  return classes;
}

const namesOf = (dto: OptionsClass): string[] => [...compiledCheck(dto).names];

/** Values that some rules accept, and values that no rule accepts. */
const VALUES: unknown[] = [
  ...[0, 1, 2, 7, 28, 30, 31, 37, 100, 978, 1050, 65_535, 432_001, 2 ** 53, -1, 0.1, 10.5, 91, -90.5],
  ...['', ' ', 'a', 'GB', 'ct_1', '978', '12', 'en-GB', 'EUR', '#fff', 'x'.repeat(51), 'x'.repeat(2_049)],
  ...['YWJj', 'john@example.com', 'https://shop.example/done', 'http://shop.example', 'PT0000', '.csv'],
  ...['2026-01-31', '2026-02-30', '2026-01-31T10:00:00Z', '2026-01-31T10:00:00.000+02:00', '6972345678'],
  ...['c90d4902-6245-449f-b2b0-51d99cd09cfe', '1272214778972604', 'GR1601101250000000012300695'],
  ...['RF18539007547034', 'RF83000000001272214778972604', 'GB33BUKB20201555555555', 'sale', 'refund'],
  ...[true, false, null, undefined, 1272214778972604n, [], [1], ['a'], [null], {}, { a: 1 }, [{}], [[]]],
];

/** Returns the class of a nested member, or null for other members. */
function nestedClass(dto: OptionsClass, name: string): OptionsClass | null {
  const member = (plainToInstance(dto, { [name]: {} }) as Options)[name];
  const { constructor } = member as object;
  return constructor === Object ? null : (constructor as OptionsClass);
}

/** Returns whether class-validator accepts the value of this member, regardless of other members. */
function isAccepted(dto: OptionsClass, name: string, value: unknown): boolean {
  try {
    const errors = validateSync(plainToInstance(dto, { [name]: value }), { forbidUnknownValues: false });
    return !errors.some(({ property }) => property === name);
  } catch {
    return false;
  }
}

/** Generates options with mostly valid members, some invalid or unknown ones, and few optional ones. */
function optionsOf(dto: OptionsClass): fc.Arbitrary<Options> {
  const members = namesOf(dto).map((name): [string, fc.Arbitrary<unknown>] => {
    const type = nestedClass(dto, name);
    const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
    const allowed = (rules.filter(({ propertyName }) => propertyName === name) ?? [])
      .filter(
        (rule) => rule.constraintCls !== undefined && rule.type !== ValidationTypes.CONDITIONAL_VALIDATION,
      )
      .flatMap(({ constraints }) => (constraints ?? []) as unknown[])
      .flat();
    const pool = [...VALUES, ...allowed.filter((value) => typeof value !== 'object' || value === null)];
    const valid = pool.filter((value) => isAccepted(dto, name, value));
    const likely = type === null ? [] : [optionsOf(type), fc.array(optionsOf(type), { maxLength: 2 })];
    const some = fc.oneof(...likely, fc.constantFrom(...(valid.length > 0 ? valid : [undefined])));
    const any = fc.oneof(fc.constantFrom(...VALUES), fc.anything({ withBigInt: true, maxDepth: 1 }));
    return [name, fc.oneof({ arbitrary: some, weight: 60 }, { arbitrary: any.filter(isPlain), weight: 1 })];
  });
  const requiredKeys = members.map(([name]) => name).filter((name) => !isAccepted(dto, name, undefined));
  const declared = fc.record(Object.fromEntries(members), { requiredKeys });
  const misspelled = fc.constantFrom(...namesOf(dto).map((name) => `${name}s`), 'preAuth', 'isAmount', 'z');
  const unknown = fc.dictionary(misspelled, fc.constantFrom(1, 'a'), { maxKeys: 1 });
  return fc
    .oneof({ arbitrary: declared, weight: 12 }, { arbitrary: fc.tuple(declared, unknown), weight: 1 })
    .map((options) => (Array.isArray(options) ? { ...options[1], ...options[0] } : options));
}

/** Options are plain data when they are checked. */
function isPlain(value: unknown): boolean {
  return typeof value !== 'symbol' && (typeof value !== 'number' || Number.isFinite(value));
}

const classes = await optionsClasses();

describe('compiledCheck', () => {
  it('covers the options of every operation', () => {
    expect(classes.size).toBeGreaterThan(50);
  });

  it.each([...classes])('accepts exactly the %s that class-validator accepts', (_, dto) => {
    const check = compiledCheck(dto);
    const any = optionsOf(dto);
    let hasAccepted = false;
    fc.assert(
      fc.property(any, (options) => {
        const errors = validateSync(plainToInstance(dto, options), { forbidUnknownValues: false });
        const isValid = check.isValid(options);
        hasAccepted ||= isValid;
        expect({ options, isValid }).toEqual({ options, isValid: errors.length === 0 });
      }),
      { numRuns: propertyRuns(150) },
    );
    // Some classes accept few of the generated options.
    expect(hasAccepted || fc.sample(any, 1_000).some((one) => check.isValid(one))).toBe(true);
  });
});

import { describe, expect, it } from '@jest/globals';
import { BOOLEAN, checkOptions, milliseconds, oneOf, problemsText, requireOptions } from './option-rules.js';
import type { OptionRules } from './option-rules.js';

const RULES: OptionRules = {
  waitMs: milliseconds(1, 1_000, 250),
  mode: oneOf('one', 'two', 'three'),
  nested: { fields: { isOn: BOOLEAN, name: { required: 'the name' } } },
};

const messageFor = (options: object): string => problemsText(checkOptions(RULES, { ...options }));

describe('checkOptions', () => {
  it.each<[object, string]>([
    [{}, ''],
    [{ waitMs: undefined, mode: 'two' }, ''],
    [
      { waitMs: '250' },
      "waitMs must be a number of milliseconds from 1 to 1000, for example 250 (received '250')",
    ],
    [{ mode: null }, "mode must be 'one', 'two' or 'three' (received null)"],
    [{ mode: ['one'] }, "mode must be 'one', 'two' or 'three' (received an array)"],
    [{ wiatMs: 1 }, 'wiatMs is not an option: did you mean waitMs?'],
    [{ other: 1 }, 'other is not an option'],
    [{ nested: [] }, 'nested must be an object'],
    [
      { nested: { isOn: 1, nam: 'x' } },
      'nested.nam is not an option: did you mean name?; nested.isOn must be true or false (received 1); nested.name is missing: the name',
    ],
  ])('reports %j as %j', (options, message) => {
    expect(messageFor(options)).toBe(message);
  });

  it.each(['4111 1111 1111 1111', 'Bearer c2VjcmV0', 'a'.repeat(41), 'line\nbreak'])(
    'does not show %j, which may be secret',
    (mode) => {
      expect(messageFor({ mode })).toBe("mode must be 'one', 'two' or 'three' (received a string)");
    },
  );

  it('refuses inherited members, which would be ignored', () => {
    expect(checkOptions(RULES, Object.create({ waitMs: 5 }) as Record<string, unknown>)).toEqual([
      { field: 'waitMs', problem: 'must be a member of the options themselves' },
    ]);
  });

  it('with `unknown: misspelled`, accepts names that do not resemble an unset option', () => {
    const problemsOf = (options: Record<string, unknown>) =>
      checkOptions(RULES, options, { unknown: 'misspelled' });
    expect(problemsOf({ waitMS: 5 })).toEqual([
      { field: 'waitMS', problem: 'is not an option: did you mean waitMs?' },
    ]);
    expect(problemsOf({ waitMS: 5, waitMs: 5, shop: 1 })).toEqual([]);
  });

  it('requireOptions throws one RangeError that names every problem', () => {
    expect(() => requireOptions(RULES, { waitMs: 0, mode: 4 }, 'inbox.')).toThrow(
      /^inbox\.waitMs must be .* \(received 0\); inbox\.mode must be .* \(received 4\)$/,
    );
  });
});

import { expect, it } from '@jest/globals';
import { Mismatch, readInteger, readNumber } from './request-limits.js';

it.each([
  [readNumber, { minimum: -90, maximum: 90 }, 91, 'a number from -90 to 90'],
  [readNumber, { maximum: 5 }, 6, 'a number of at most 5'],
  [readNumber, { exclusiveMinimum: 0 }, 0, 'a number above 0'],
  [readInteger, { maximum: 100_000_000 }, 100_000_001, 'an integer of at most 100000000'],
  [readInteger, { minimum: 1 }, 0, 'an integer of at least 1'],
  [readInteger, {}, 0.5, 'an integer'],
] as const)('%p with %j says what it expects instead of %p', (read, limits, value, expected) => {
  const problem = read(value, { name: 'amount', ...limits }, false);
  expect(problem).toBeInstanceOf(Mismatch);
  expect((problem as Mismatch).expected).toBe(expected);
});

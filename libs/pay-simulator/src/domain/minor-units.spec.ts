import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { majorUnits, minorUnits } from './currencies.js';

describe('major to minor units', () => {
  it('takes back every amount that is shown', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 ** 12 }),
        fc.constantFrom('978', '392', '414'),
        (minor, currency) => {
          expect(minorUnits(Number(majorUnits(minor, currency).text), currency)).toBe(minor);
        },
      ),
    );
  });

  it.each([
    [0.001, '978'],
    [1.5, '392'],
    [Number.NaN, '978'],
    [1e21, '978'],
    [1e-7, '978'],
  ])('has none for %p of %s', (amount, currency) => {
    expect(minorUnits(amount, currency)).toBeUndefined();
  });
});

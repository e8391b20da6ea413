import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toMajorUnits } from 'nestjs-pay';
import { readAmount } from './money-entry.js';

const MOST = Number.MAX_SAFE_INTEGER;

describe('readAmount', () => {
  it('reads every amount as it is written, in any currency, and nothing above what is allowed', () => {
    const currencies = fc.constantFrom('978', '392', '414');
    const minor = fc.integer({ min: 1, max: 1_000_000_000 });
    fc.assert(
      fc.property(currencies, minor, minor, (currency, amount, most) => {
        const reading = readAmount(toMajorUnits(amount, currency), currency, { most });
        expect(reading).toEqual(
          amount <= most ? { success: true, amount } : { success: false, problem: expect.any(String) },
        );
      }),
    );
  });

  it.each([
    ['12', 1200],
    ['12.5', 1250],
    [' 0.01 ', 1],
    ['12.500', 1250],
  ])('takes %j', (text, amount) => {
    expect(readAmount(text, '978', { most: MOST })).toEqual({ success: true, amount });
  });

  it.each(['', '0', '0.00', '-1', '12,50', '1.000,00', '1 000', '€5', '12.505', '1e3', '.', '0x10', 'NaN'])(
    'refuses %j',
    (text) => {
      expect(readAmount(text, '978', { most: MOST }).success).toBe(false);
    },
  );
});

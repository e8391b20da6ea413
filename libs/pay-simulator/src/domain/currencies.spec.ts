import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { currencyLetters, isCurrencyCode, majorUnits, minorUnits } from './currencies.js';

describe('minorUnits', () => {
  it('reverses majorUnits for every amount', () => {
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
    ['978', '123.45'],
    ['392', '12345'],
    ['414', '12.345'],
    ['990', '1.2345'],
    ['927', '1.2345'],
  ])('has the decimals of %s: %s', (currency, text) => {
    expect(majorUnits(12_345, currency).text).toBe(text);
  });

  it.each([
    [0.001, '978'],
    [1.5, '392'],
    [Number.NaN, '978'],
    [1e21, '978'],
    [1e-7, '978'],
  ])('returns undefined for %p of %s', (amount, currency) => {
    expect(minorUnits(amount, currency)).toBeUndefined();
  });
});

describe('currencyLetters', () => {
  const numbers = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'));

  it('has a different letter code for each accepted currency', () => {
    const letters = numbers.filter(isCurrencyCode).map(currencyLetters);
    expect(letters.filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([]);
    expect(new Set(letters).size).toBe(letters.length);
    expect(letters).toHaveLength(165);
  });

  it('accepts no currency that ended, and reads its old amounts', () => {
    for (const [code, letters] of [
      ['191', 'HRK'],
      ['975', 'BGN'],
      ['428', 'LVL'],
    ] as const)
      expect([isCurrencyCode(code), currencyLetters(code), majorUnits(1250, code).text]).toEqual([
        false,
        letters,
        '12.50',
      ]);
  });

  // ISO 4217 withdrew ANG in 2025. Its successor has the same number.
  it('names the Caribbean guilder by its code of today', () => {
    expect(currencyLetters('532')).toBe('XCG');
  });

  it('returns the letter codes of common currencies', () => {
    expect(['978', '826', '392', '985', '348'].map(currencyLetters)).toEqual([
      'EUR',
      'GBP',
      'JPY',
      'PLN',
      'HUF',
    ]);
  });
});

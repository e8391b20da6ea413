import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Currency } from './currencies.js';
import { toMajorUnits, toMinorUnits } from './money.js';

describe('toMinorUnits and toMajorUnits', () => {
  it.each([
    [1.1, 'EUR', 110],
    [24.5, '978', 2450],
    [24.5, 978, 2450],
    ['0.30', 'eur', 30],
    [-4, 'EUR', -400],
    [500, 'JPY', 500],
    [1.234, 'KWD', 1234],
    ['10.5000', 'EUR', 1050],
    [8, '008', 800],
    [1.25, 'XCG', 125],
    [1.25, 532, 125],
    [12.5, 191, 1250],
    [12.5, 'BGN', 1250],
    [1.2345, 'CLF', 12_345],
    [1.2345, 'UYW', 12_345],
    [1234.5, 'HUF', 123_450],
    ['-0.00', 'EUR', 0],
  ])('converts %p %s to %p minor units', (major, currency, minor) => {
    expect(toMinorUnits(major, currency)).toBe(minor);
  });

  it.each([
    [10.999, 'EUR', /more than the 2 decimals/],
    [0.5, 'JPY', /more than the 0 decimals/],
    ['1e3', 'EUR', /plain decimal/],
    ['', 'EUR', /plain decimal/],
    [Number.NaN, 'EUR', /plain decimal/],
    ['1,50', 'EUR', /plain decimal/],
    ['90071992547409.93', 'EUR', /too large/],
    [90071992547409.91, 'EUR', /too large to be exact as a number/],
    [-90071992547409.91, 'EUR', /too large to be exact as a number/],
    [9007199254740.99, 'KWD', /too large to be exact as a number/],
    [1, 'EURO', /ISO 4217/],
  ])('refuses %p %s', (major, currency, problem) => {
    expect(() => toMinorUnits(major, currency)).toThrow(problem);
  });

  it.each([
    [1050, 'EUR', '10.50'],
    [5, 'EUR', '0.05'],
    [-5, 'EUR', '-0.05'],
    [500, 'JPY', '500'],
    [1234, 414, '1.234'],
    [9271655739472609n, 'EUR', '92716557394726.09'],
  ])('converts %p minor units of %s to %s', (minor, currency, major) => {
    expect(toMajorUnits(minor, currency)).toBe(major);
  });

  it.each([[[10.5]], [{ toString: () => '10.5' }], [null], [true], [10n]])(
    'refuses %p, which is no amount',
    (value) => {
      expect(() => toMinorUnits(value as never, 'EUR')).toThrow(RangeError);
      if (typeof value !== 'bigint') expect(() => toMajorUnits(value as never, 'EUR')).toThrow(RangeError);
    },
  );

  it('accepts a number of up to 15 digits, and any exact text', () => {
    expect(toMinorUnits(9999999999999.99, 'EUR')).toBe(999_999_999_999_999);
    expect(toMinorUnits('90071992547409.91', 'EUR')).toBe(Number.MAX_SAFE_INTEGER);
    expect(toMinorUnits(Number.MAX_SAFE_INTEGER, 'JPY')).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('refuses a fraction of a minor unit', () => {
    expect(() => toMajorUnits(10.5, 'EUR')).toThrow(/whole number of minor units/);
  });

  it('converts minor units to text or a JSON number and back without loss [transactions.3]', () => {
    const currency = fc.constantFrom('EUR', 'JPY', 'KWD', '978', 'CLF');
    fc.assert(
      fc.property(fc.maxSafeInteger(), currency, (minor, code) => {
        expect(toMinorUnits(toMajorUnits(minor, code), code)).toBe(minor === 0 ? 0 : minor);
      }),
    );
    fc.assert(
      fc.property(fc.integer(), currency, (minor, code) => {
        expect(toMinorUnits(Number(toMajorUnits(minor, code)), code)).toBe(minor === 0 ? 0 : minor);
      }),
    );
  });
});

describe('Currency', () => {
  const source = readFileSync(new URL('./currencies.ts', import.meta.url), 'utf8');
  const ended = [...source.matchAll(/'(\d{4}-\d\d-\d\d)': '([A-Z]{3})\d{3}'/g)]
    .map(([, date = '', code = '']) => ({ date, code }))
    .filter(({ code }) => code in Currency);

  it.each(ended)('marks $code as ended on $date', ({ date, code }) => {
    expect(source).toMatch(new RegExp(`@deprecated Ended on ${date}[^\n]*\n +${code}: `));
  });

  it('marks the lev and the kuna only', () => {
    expect(ended.map(({ code }) => code).sort()).toEqual(['BGN', 'HRK']);
    expect(source.match(/@deprecated/g)).toHaveLength(2);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toMajorUnits } from 'nestjs-pay';
import { readAmount } from './money-entry.js';

const MOST = Number.MAX_SAFE_INTEGER;
/** Euro, yen and Kuwaiti dinar, with their decimals. */
const currencies = fc.constantFrom(['978', 2] as const, ['392', 0] as const, ['414', 3] as const);
const signs = fc.constantFrom('.', ',');
const minor = fc.integer({ min: 1, max: 1_000_000_000 });

describe('readAmount', () => {
  it('reads every amount with a point or a comma, in any currency, up to the maximum', () => {
    fc.assert(
      fc.property(currencies, signs, minor, minor, ([currency], sign, amount, most) => {
        const reading = readAmount(toMajorUnits(amount, currency).replace('.', sign), currency, { most });
        expect(reading).toEqual(
          amount <= most ? { success: true, amount } : { success: false, problem: expect.any(String) },
        );
      }),
    );
  });

  it('rejects more decimals than the currency has, including zeros, because they may mean thousands', () => {
    const digits = fc.array(fc.constantFrom(...'0123456789'), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(currencies, signs, minor, digits, ([currency, decimals], sign, whole, more) => {
        const text = `${whole}${sign}${'0'.repeat(decimals)}${more.join('')}`;
        expect(readAmount(text, currency, { most: MOST }).success).toBe(false);
      }),
    );
  });

  it('rejects two separators in any place', () => {
    fc.assert(
      fc.property(currencies, signs, signs, minor, minor, minor, ([currency], one, other, a, b, c) => {
        expect(readAmount(`${a}${one}${b}${other}${c}`, currency, { most: MOST }).success).toBe(false);
      }),
    );
  });

  it.each([
    ['12', '978', 1200],
    ['12.5', '978', 1250],
    ['12,5', '978', 1250],
    ['12,50', '978', 1250],
    [' 0.01 ', '978', 1],
    ['0,01', '978', 1],
    ['1,250', '414', 1250],
    ['1250', '392', 1250],
  ])('reads %j in currency %s', (text, currency, amount) => {
    expect(readAmount(text, currency, { most: MOST })).toEqual({ success: true, amount });
  });

  it.each(
    [
      ['', '0', '0.00', '0,00', '-1', '+1', '1.000,00', '1,000.00', '12,5,0', '1 000', '€5', '12.505'],
      ['12,505', '1e3', '.', ',', '12,', ',50', '12.', '.50', '0x10', 'NaN', '1’000', '１２', '9'.repeat(20)],
    ].flat(),
  )('rejects %j', (text) => {
    expect(readAmount(text, '978', { most: MOST }).success).toBe(false);
  });

  it.each([
    ['1,250', '978', 'an amount such as 12.50 or 12,50: at most 2 decimals, and nothing between thousands'],
    ['1.250', '978', 'an amount such as 12.50 or 12,50: at most 2 decimals, and nothing between thousands'],
    ['1,25', '392', 'a whole amount such as 1250, without a point or comma'],
    ['1,2500', '414', 'an amount such as 12.500 or 12,500: at most 3 decimals'],
  ])('explains how to write %j in currency %s', (text, currency, words) => {
    const reading = readAmount(text, currency, { most: MOST });
    expect(reading).toEqual({ success: false, problem: expect.stringContaining(`Please enter ${words}`) });
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { REQUEST_LANGUAGES } from '../domain/contract.generated.js';
import { formatAmount, formatEditableAmount, parseAmount } from './amount-text.js';

const NO_BREAK_SPACES = /[\u00a0\u202f]/g;
const shown = (...args: Parameters<typeof formatAmount>): string =>
  formatAmount(...args).replace(NO_BREAK_SPACES, ' ');

describe('formatAmount', () => {
  it.each([
    [123456, '978', 'en-GB', '€1,234.56'],
    [123456, '978', 'de-DE', '1.234,56 €'],
    [123456, '978', 'el-GR', '1.234,56 €'],
    [5000, '392', 'en-GB', 'JP¥5,000'],
    [1234, '414', 'en-GB', 'KWD 1.234'],
    [100, '348', 'hu-HU', '1,00 Ft'],
    [Number.MAX_SAFE_INTEGER, '978', 'en-GB', '€90,071,992,547,409.91'],
  ])('formats %p of %p in %p as %p', (minor, currency, language, text) => {
    expect(shown(minor, currency, language)).toBe(text);
  });
});

describe('parseAmount', () => {
  it.each([
    ['10', '978', 1000],
    [' 10.5 ', '978', 1050],
    ['10,50', '978', 1050],
    ['500', '392', 500],
    ['1.234', '414', 1234],
  ])('reads %p of %p as %p minor units', (text, currency, minor) => {
    expect(parseAmount(text, currency)).toBe(minor);
  });

  it.each([
    ['', '978'],
    ['1,234', '978'],
    ['1.234,56', '978'],
    ['-5', '978'],
    ['1e3', '978'],
    ['0x10', '978'],
    ['10.5', '392'],
    ['99999999999999999', '978'],
  ])('rejects %p of %p', (text, currency) => {
    expect(parseAmount(text, currency)).toBeUndefined();
  });

  it('parses every amount that formatEditableAmount writes, in every language', () => {
    const amounts = fc.integer({ min: 0, max: 10 ** 12 });
    fc.assert(
      fc.property(
        amounts,
        fc.constantFrom('978', '392', '414', '985'),
        fc.constantFrom(...REQUEST_LANGUAGES),
        (minor, currency, language) => {
          expect(parseAmount(formatEditableAmount(minor, currency, language), currency)).toBe(minor);
        },
      ),
    );
  });
});

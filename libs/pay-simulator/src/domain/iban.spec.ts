import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseIban, isIban, createIban } from './iban.js';

describe('IBANs', () => {
  it.each([
    ['DE89370400440532013000', true],
    ['GB73VPAY04002491883585', true],
    ['MT84MALT011000012345MTLCAST001S', true],
    ['DE88370400440532013000', false],
    ['DE89 3704 0044 0532 0130 00', false],
    ['de89370400440532013000', false],
    ['BY13NBRB3600900000002Z00AB00', true],
    ['LY83002048000020100120361', true],
    ['FK88SC123456789012', true],
    ['DE89', false],
    // Correct check digits, but another length, another country, more than 31 characters, and 99 instead of 02.
    ['DE41370400440532013', false],
    ['US88370400440532013000', false],
    ['LC14BOSL123456789012345678901234', false],
    ['DE99000000000000000030', false],
    ['', false],
  ])('isIban(%j) is %s', (text, valid) => {
    expect(isIban(text)).toBe(valid);
  });

  it('creates valid check digits, which detect each single wrong digit', () => {
    const account = fc.stringMatching(/^[A-Z]{4}\d{14}$/);
    fc.assert(
      fc.property(
        account,
        fc.integer({ min: 8, max: 21 }),
        fc.integer({ min: 1, max: 9 }),
        (number, place, step) => {
          const iban = createIban('GB', number);
          expect(isIban(iban)).toBe(true);
          const wrong = (Number(iban[place]) + step) % 10;
          expect(isIban(iban.slice(0, place) + String(wrong) + iban.slice(place + 1))).toBe(false);
        },
      ),
    );
  });

  it('returns country, bank and currency', () => {
    expect(parseIban('DE89370400440532013000')).toEqual({
      countryCode: 'DE',
      bankId: '3704',
      currencyCode: '978',
    });
    expect(parseIban('GB33BUKB20201555555555').currencyCode).toBe('826');
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ibanProblem } from './iban.js';

/** Adds check digits to a country and an account number, with a division of its own. */
function ibanOf(country: string, account: string): string {
  const digits = `${account}${country}00`.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return `${country}${String(98 - rest).padStart(2, '0')}${account}`;
}

describe('ibanProblem', () => {
  // Examples of the registry of ISO 13616, also of countries that class-validator 0.15.1 refuses.
  it.each([
    'DE89370400440532013000',
    'GB29NWBK60161331926819',
    'NO9386011117947',
    'MT84MALT011000012345MTLCAST001S',
    'SC18SSCB11010000000000001497USD',
    'BY13NBRB3600900000002Z00AB00',
    'LY83002048000020100120361',
    'SD8811123456789012',
    'FR1420041010050500013M02606',
    'VA59001123000012345678',
  ])('accepts %s', (iban) => {
    expect(ibanProblem(iban)).toBeNull();
  });

  it.each([
    ['BI', 27],
    ['DJ', 27],
    ['FK', 18],
    ['HN', 28],
    ['MN', 20],
    ['NI', 28],
    ['OM', 23],
    ['SO', 23],
    ['ST', 25],
    ['YE', 30],
  ])('accepts IBANs of %s with %i characters', (country, length) => {
    expect(ibanProblem(ibanOf(country, '1'.repeat(length - 4)))).toBeNull();
    expect(ibanProblem(ibanOf(country, '1'.repeat(length - 5)))).toMatch(
      `${length} characters for ${country}`,
    );
  });

  it.each([
    [undefined, 'as a string'],
    ['', 'as a string'],
    ['de89370400440532013000', 'toUpperCase()'],
    ['DE89 3704 0044 0532 0130 00', 'without spaces'],
    ['DE88370400440532013000', 'check digits'],
    // ISO 7064 gives 97, 98 and 02 for these accounts.
    ['DE00000000000000000066', 'check digits'],
    ['DE01000000000000000048', 'check digits'],
    ['DE99000000000000000030', 'check digits'],
    ['DE8937040044053201300', 'of 22 characters for DE (received 21)'],
    ['D189370400440532013000', 'a country code'],
    ['DÉ89370400440532013000', 'a country code'],
    ['US89370400440532013000', 'US is no country with IBANs'],
    [ibanOf('DZ', '1'.repeat(20)), 'DZ is no country with IBANs'],
    [ibanOf('LC', 'A'.repeat(28)), 'at most 31 characters'],
  ])('refuses %p', (iban, words) => {
    const problem = ibanProblem(iban) ?? '';
    expect(problem).toContain(words);
    if (typeof iban === 'string' && iban.length > 4) expect(problem).not.toContain(iban.slice(4, 10));
  });

  it('refuses each wrong character, and check digits that ISO 7064 never gives', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^\d{18}$/),
        fc.nat({ max: 17 }),
        fc.integer({ min: 1, max: 9 }),
        (account, at, step) => {
          const iban = ibanOf('DE', account);
          expect(ibanProblem(iban)).toBeNull();
          const wrong = (Number(account[at]) + step) % 10;
          expect(ibanProblem(iban.slice(0, 4 + at) + wrong + iban.slice(5 + at))).toContain('check digits');
          const check = Number(iban.slice(2, 4));
          for (const other of [check + 97, check - 97])
            if (other >= 0 && other < 100)
              expect(ibanProblem(`DE${String(other).padStart(2, '0')}${account}`)).toContain('check digits');
        },
      ),
    );
  });
});

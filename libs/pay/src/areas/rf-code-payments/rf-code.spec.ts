import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isRfPaymentCode, readRfPaymentCode } from './rf-code.js';

const contract = JSON.parse(
  readFileSync(new URL('../../../../../contract/legacy-misc.json', import.meta.url), 'utf8'),
) as { rfRule: { testVectors: { rf: string; valid: boolean }[] } };

/** The check digits by the rule, with integers of any size. */
function withCheckDigits(reference: string): string {
  const digits = [...`${reference}RF00`].map((character) => Number.parseInt(character, 36)).join('');
  return `RF${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${reference}`;
}
const reference = fc.stringMatching(/^[0-9A-Z]{1,21}$/);

describe('the check of an RF code', () => {
  it.each(contract.rfRule.testVectors)('says $valid to $rf', ({ rf, valid }) => {
    expect(isRfPaymentCode(rf)).toBe(valid);
  });

  it('accepts every reference with the check digits of the rule, spaced or in small letters', () => {
    fc.assert(
      fc.property(reference, (text) => {
        const code = withCheckDigits(text);
        const spaced = (code.match(/.{1,4}/g) ?? []).join(' ').toLowerCase();
        expect(readRfPaymentCode(spaced)).toBe(code);
      }),
    );
  });

  it('refuses a code of which one digit was mistyped', () => {
    fc.assert(
      fc.property(reference, fc.nat(), fc.integer({ min: 1, max: 9 }), (text, at, step) => {
        const code = withCheckDigits(text);
        const places = [...code].flatMap((character, index) => (/\d/.test(character) ? [index] : []));
        const place = places[at % places.length] ?? 2;
        const other = String((Number(code[place]) + step) % 10);
        expect(isRfPaymentCode(code.slice(0, place) + other + code.slice(place + 1))).toBe(false);
      }),
    );
  });

  it.each(['', 'RF18', 'RF1853900754703!', `RF98${'9'.repeat(22)}`, 'GR18539007547034', 18, null])(
    'refuses %j',
    (text) => {
      expect(isRfPaymentCode(text)).toBe(false);
    },
  );
});

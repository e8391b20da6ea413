import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isRfPaymentCode, readRfPaymentCode } from './rf-code.js';
import { areaOf } from '../../../../../scripts/contract/read.mjs';

const contract = areaOf('legacy-misc') as { rfRule: { testVectors: { rf: string; valid: boolean }[] } };

/** Adds the check digits of ISO 11649, calculated with a bigint. */
function withCheckDigits(reference: string): string {
  const digits = [...`${reference}RF00`].map((character) => Number.parseInt(character, 36)).join('');
  return `RF${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${reference}`;
}
const reference = fc.stringMatching(/^[0-9A-Z]{1,21}$/);

describe('isRfPaymentCode', () => {
  it.each(contract.rfRule.testVectors)('returns $valid for $rf [legacy-misc.3]', ({ rf, valid }) => {
    expect(isRfPaymentCode(rf)).toBe(valid);
  });

  it('accepts every reference with correct check digits, also with spaces and in lower case [legacy-misc.10]', () => {
    fc.assert(
      fc.property(reference, (text) => {
        const code = withCheckDigits(text);
        const spaced = (code.match(/.{1,4}/g) ?? []).join(' ').toLowerCase();
        expect(readRfPaymentCode(spaced)).toBe(code);
      }),
    );
  });

  it('rejects a code with one wrong digit', () => {
    fc.assert(
      fc.property(reference, fc.nat(), fc.integer({ min: 1, max: 9 }), (text, at, step) => {
        const code = withCheckDigits(text);
        const digits = [...code].flatMap((character, index) => (/\d/.test(character) ? [index] : []));
        const index = digits[at % digits.length] ?? 2;
        const other = String((Number(code[index]) + step) % 10);
        expect(isRfPaymentCode(code.slice(0, index) + other + code.slice(index + 1))).toBe(false);
      }),
    );
  });

  it('rejects check digits that ISO 7064 never gives, although their remainder is right', () => {
    const twins: Readonly<Record<string, string>> = { '02': '99', '97': '00', '98': '01' };
    fc.assert(
      fc.property(reference, fc.constantFrom(...Object.keys(twins)), (text, check) => {
        // Two more digits give the reference the check digits.
        const digits = Array.from({ length: 97 }, (_, number) => String(number).padStart(2, '0'));
        const code = digits
          .map((two) => withCheckDigits(`${text.slice(0, 19)}${two}`))
          .find((one) => one.slice(2, 4) === check);
        expect(readRfPaymentCode(code)).toBe(code);
        expect(isRfPaymentCode(`RF${twins[check]}${code?.slice(4)}`)).toBe(false);
      }),
    );
  });

  it.each(['', 'RF18', 'RF1853900754703!', `RF98${'9'.repeat(22)}`, 'GR18539007547034', 18, null])(
    'rejects %j',
    (text) => {
      expect(isRfPaymentCode(text)).toBe(false);
    },
  );
});

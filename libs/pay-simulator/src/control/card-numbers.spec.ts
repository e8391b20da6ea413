import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hideSecrets } from './hide-secrets.js';

const { issuers, hidden, readable } = JSON.parse(
  readFileSync('contract/vectors/card-numbers.json', 'utf8'),
) as {
  readonly issuers: readonly (readonly [string, string, readonly number[]])[];
  readonly hidden: readonly (readonly [string, string])[];
  readonly readable: readonly string[];
};

/** The last digit that makes the check digit right. */
function withCheckDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const weighted = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

const someDigits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''));
const cardNumbers = fc
  .constantFrom(...issuers)
  .chain(([, prefix, lengths]) =>
    fc
      .constantFrom(...lengths)
      .chain((length) => someDigits(length - prefix.length - 1).map((rest) => withCheckDigit(prefix + rest))),
  );
/** The last ones are not visible. */
const SEPARATORS = [
  '',
  ' ',
  '-',
  '.',
  '%20',
  '\u00a0',
  '\u1680',
  '\u0007',
  '\u00ad',
  '\u200b',
  '\u202e',
  '\u2060',
  '\ufeff',
];
/** Half of them have a right check digit. */
const orderCodes = fc
  .tuple(fc.integer({ min: 1, max: 9 }), someDigits(15), fc.boolean())
  .map(([first, rest, passes]) => (passes ? withCheckDigit(`${first}${rest.slice(1)}`) : `${first}${rest}`));
const uuids = fc.oneof(
  fc.uuid(),
  someDigits(32).map((all) => all.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')),
);

describe('hideSecrets', () => {
  it.each(hidden)('hides the card number in %p', (text, number) => {
    expect(hideSecrets(text)).toBe(text.replace(number, '(hidden)'));
  });

  it.each(readable)('keeps %p', (text) => {
    expect(hideSecrets(text)).toBe(text);
  });

  it('hides card numbers of all issuers, in one piece and in groups', () => {
    fc.assert(
      fc.property(cardNumbers, fc.constantFrom(...SEPARATORS), (number, separator) => {
        const shown = number.replace(/(\d{4})(?=\d)/g, `$1${separator}`);
        expect(hideSecrets(`refused: ${shown}, sorry`)).toBe('refused: (hidden), sorry');
        expect(hideSecrets(`{"x":"${shown}"}`)).toBe('{"x":"(hidden)"}');
      }),
      { numRuns: 500 },
    );
  });

  it('keeps digits in the range of an issuer whose check digit is wrong', () => {
    fc.assert(
      // Longer digits can contain a card number.
      fc.property(
        cardNumbers.filter(({ length }) => length <= 16),
        fc.integer({ min: 1, max: 9 }),
        (number, step) => {
          const wrong = `${number.slice(0, -1)}${(Number(number.at(-1)) + step) % 10}`;
          for (const text of [`refused: ${wrong}, sorry`, `card ${wrong}`])
            expect(hideSecrets(text)).toBe(text);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('hides digits of other scripts', () => {
    expect(
      hideSecrets('\uff14\uff11\uff11\uff11 \u0661\u0661\u0661\u0661 \u06f1\u06f1\u06f1\u06f1 1111'),
    ).toBe('(hidden)');
  });

  it('hides 12 digits and numbers of unknown issuers only beside a word for a card', () => {
    const numbers = fc.oneof(
      someDigits(11).map(withCheckDigit),
      someDigits(15).map((rest) => withCheckDigit(`7${rest.slice(1)}`)),
    );
    const words = fc.constantFrom(
      'card ',
      'Card number: ',
      '"cardNumber":"',
      'pan=',
      'Karte Nr. ',
      'CC# ',
      'κάρτα ',
    );
    fc.assert(
      fc.property(numbers, words, (number, word) => {
        expect(hideSecrets(`${word}${number}`)).toBe(`${word}(hidden)`);
        expect(hideSecrets(`RRN ${number} of a terminal`)).toBe(`RRN ${number} of a terminal`);
      }),
    );
  });

  it('keeps order codes beside their word, UUIDs, references of 12 digits, amounts and dates', () => {
    const words = fc.constantFrom(
      'order ',
      'Order code ',
      '"orderCode":',
      '"OrderCode": "',
      'orderCode=',
      '/orders/',
      '?ref=',
    );
    fc.assert(
      fc.property(orderCodes, words, uuids, someDigits(12), (code, word, uuid, reference) => {
        const text = `${word}${code}, transaction ${uuid}, reference ${reference}, 12.50 on 2026-11-21 14:03`;
        expect(hideSecrets(text)).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps RF references, in one piece and in groups', () => {
    const references = fc
      .oneof(
        orderCodes.map((code) => `907${code}00`),
        fc.stringMatching(/^[0-9A-Z]{1,21}$/),
      )
      .map((reference) => {
        const digits = [...`${reference}RF00`].map((sign) => String(Number.parseInt(sign, 36))).join('');
        return `RF${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${reference}`;
      });
    fc.assert(
      fc.property(references, (reference) => {
        const printed = (reference.match(/.{1,4}/g) ?? []).join(' ');
        for (const text of [`pay ${reference}, please`, `pay ${printed}, please`])
          expect(hideSecrets(text)).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });
});

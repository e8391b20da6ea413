import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toMajorUnits } from '../core/values/money.js';
import { FormTokens } from './form-token.js';
import { money, readAmount } from './format.js';
import { html, render, t } from './html.js';

const same = (english: string): string => english;
const CURRENCIES = ['978', '392', '414', '990', '946'];

describe('html', () => {
  it('escapes each value, also in attributes, in translations and in values of texts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const page = html`<p title="${text}">${[text, t('{text}!', { text })]}${t(text)}</p>`;
        const markup = render(page, same);
        expect(markup.match(/[<>"]/g)).toEqual(['<', '"', '"', '>', '<', '>']);
        expect(markup.replace(/&(amp|lt|gt|quot|#39);/g, '')).not.toMatch(/[&']/);
      }),
    );
  });

  it('removes characters that change the direction of a text', () => {
    expect(render('1\u202e00.5\u0000\n', same)).toBe('100.5\n');
  });
});

describe('readAmount', () => {
  it('reads what money of a currency looks like, with a point or a comma, and nothing above the most', () => {
    const amounts = fc.integer({ min: 1, max: 1_000_000_000 });
    fc.assert(
      fc.property(amounts, fc.constantFrom(...CURRENCIES), fc.boolean(), (amount, currency, isComma) => {
        const text = toMajorUnits(amount, currency);
        const entered = isComma ? text.replace('.', ',') : text;
        expect(readAmount(` ${entered} `, currency, amount)).toBe(amount);
        expect(() => readAmount(entered, currency, amount - 1)).toThrow('At most {amount}.');
      }),
    );
  });

  it('refuses every other text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^\s*\d+([.,]\d{1,2})?\s*$/.test(text));
        expect(() => readAmount(text, '978', Number.MAX_SAFE_INTEGER)).toThrow('Enter an amount');
      }),
    );
  });
});

describe('money', () => {
  it('has the decimals of the service and the sign, and shows an unknown currency as it is', () => {
    expect(['978', '392', '414', '975'].map((code) => money(-1_234_567, code))).toEqual([
      '−€12,345.67',
      '−¥1,234,567',
      expect.stringMatching(/^−KWD.1,234.567$/),
      expect.stringMatching(/^−BGN.12,345.67$/),
    ]);
    expect(money(5, '000')).toBe('5 (in the smallest unit of currency 000)');
    expect(money(5, null)).toBe('5 (in the smallest unit of an unknown currency)');
  });
});

describe('FormTokens', () => {
  it('verifies only the token of the person, the address and the last 12 hours', () => {
    let now = 1_800_000_000_000;
    const tokens = new FormTokens('secret', () => now);
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (person, address, other) => {
        const token = tokens.create(person, address);
        expect(tokens.verify(token, person, address)).toBe(true);
        expect(new FormTokens('other', () => now).verify(token, person, address)).toBe(false);
        expect(tokens.verify(token, person + other, address)).toBe(other === '');
        expect(tokens.verify(token, person, address + other)).toBe(other === '');
        expect(tokens.verify(other, person, address)).toBe(false);
        expect(tokens.verify(token + other, person, address)).toBe(other === '');
      }),
    );
    const token = tokens.create('a', 'b');
    now += 12 * 3_600_000;
    expect(tokens.verify(token, 'a', 'b')).toBe(false);
  });
});

import { describe, expect, it } from '@jest/globals';
import { REQUEST_LANGUAGES } from '../../contract.generated.js';
import { CHECKOUT_TEXTS, checkoutTexts } from './texts.js';

const SAME_IN_MANY_LANGUAGES = /^(3-D Secure|Order|E-mail|Contact|Kontakt|Card|Raten|MM\/\w\w)$/;

/** Every text with its path; functions are called with a marker that must come back. */
function leaves(value: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, String((value as (marker: string) => unknown)('MARKER'))]];
  return Object.entries(value as object).flatMap(([name, member]) =>
    leaves(member, path === '' ? name : `${path}.${name}`),
  );
}

describe('the page in every language of the contract', () => {
  it('has exactly these languages', () => {
    expect(Object.keys(CHECKOUT_TEXTS).sort()).toEqual([...REQUEST_LANGUAGES].sort());
  });

  it.each(REQUEST_LANGUAGES)('%s has every text, and says in each what it must', (language) => {
    const texts = leaves(checkoutTexts(language));
    expect(texts.map(([path]) => path)).toEqual(leaves(checkoutTexts('en-GB')).map(([path]) => path));
    for (const [path, text] of texts) {
      expect([path, text.trim()]).toEqual([path, text]);
      expect([path, text.length > 1]).toEqual([path, true]);
    }
    const marked = texts.filter(([, text]) => text.includes('MARKER')).map(([path]) => path);
    expect(marked).toEqual(['pay', 'problems.securityCode', 'problems.amount', 'tests.digits']);
  });

  it.each(REQUEST_LANGUAGES.filter((language) => !language.startsWith('en')))(
    '%s is translated',
    (language) => {
      const english = new Map(leaves(checkoutTexts('en-GB')));
      const left = leaves(checkoutTexts(language)).filter(
        ([path, text]) => english.get(path) === text && !SAME_IN_MANY_LANGUAGES.test(text),
      );
      expect(left).toEqual([]);
    },
  );

  it.each(['__proto__', 'toString', 'xx-XX', ''])('falls back to English for %p', (language) => {
    expect(checkoutTexts(language)).toBe(checkoutTexts('en-GB'));
  });
});

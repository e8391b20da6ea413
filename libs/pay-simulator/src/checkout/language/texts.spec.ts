import { describe, expect, it } from '@jest/globals';
import { checkoutTexts, fillPlaceholder, pageLanguage } from './texts.js';

const SAME_IN_MANY_LANGUAGES = /^(3-D Secure|Email|Contact)$/;

/** Every text with its path. */
function leaves(value: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value as object).flatMap(([name, member]) =>
    leaves(member, path === '' ? name : `${path}.${name}`),
  );
}

const placeholders = (language: string) =>
  leaves(checkoutTexts(language)).map(([path, text]) => [path, text.match(/\{\w+\}/g)?.join(' ') ?? '']);

describe('texts of the hosted pages', () => {
  it.each(['el-GR', 'de-DE', 'fr-FR'])(
    'translates every text to %s, with the same placeholders',
    (language) => {
      const english = new Map(leaves(checkoutTexts('en-GB')));
      expect(placeholders(language)).toEqual(placeholders('en-GB'));
      const untranslated = leaves(checkoutTexts(language)).filter(
        ([path, text]) => text === english.get(path) && !SAME_IN_MANY_LANGUAGES.test(text),
      );
      expect(untranslated).toEqual([]);
    },
  );

  it.each([
    ['fr-BE', 'fr-BE'],
    ['en-US', 'en-US'],
    ['hu-HU', 'en-GB'],
    ['__proto__', 'en-GB'],
    ['', 'en-GB'],
  ])('if %p is requested, the page is in %s', (language, shown) => {
    expect(pageLanguage(language)).toBe(shown);
    if (shown === 'en-GB') expect(checkoutTexts(language)).toBe(checkoutTexts('en-GB'));
  });

  it('inserts a value without interpreting it', () => {
    expect(fillPlaceholder('Pay {amount}', '$& 5')).toBe('Pay $& 5');
  });
});

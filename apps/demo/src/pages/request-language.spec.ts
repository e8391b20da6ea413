import { describe, expect, it } from '@jest/globals';
import express from 'express';
import fc from 'fast-check';
import { requestLanguage } from './request-language.js';

/** Returns the language for a header, which Express reads. */
const languageOf = (header: string | undefined): string | undefined => {
  const request = Object.assign(Object.create(express.request) as express.Request, {
    headers: { 'accept-language': header },
  });
  return requestLanguage(request.acceptsLanguages());
};

describe('requestLanguage', () => {
  it.each<[string | undefined, string | undefined]>([
    ['de-DE,de;q=0.9,en;q=0.8', 'de-DE'],
    ['fr', 'fr-FR'],
    ['de-AT', 'de-DE'],
    ['nl-be', 'nl-BE'],
    ['ja,el;q=0.5', 'el-GR'],
    ['en;q=0.2, it;q=0.9', 'it-IT'],
    ['sv;q=0, fi', 'fi-FI'],
    ['ja-JP', undefined],
    ['*', undefined],
    [undefined, undefined],
  ])('reads %s as %s', (header, language) => {
    expect(languageOf(header)).toBe(language);
  });

  it('returns a language of the payment page or undefined for any header', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(languageOf(header) ?? 'xx-XX').toMatch(/^[a-z]{2}-[A-Z]{2}$/);
      }),
    );
  });
});

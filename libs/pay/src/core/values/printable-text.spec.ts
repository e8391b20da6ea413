import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { printableText } from './printable-text.js';

describe('printableText', () => {
  it.each([
    ['a line\nand another', 'a line\\u000aand another'],
    ['\u001b[31mred', '\\u001b[31mred'],
    ['\u009b2J', '\\u009b2J'],
    ['a\u0000b\u007f', 'a\\u0000b\\u007f'],
    ['one\u2028two\u2029three', 'one\\u2028two\\u2029three'],
    ['invoice\u202etxt.exe', 'invoice\\u202etxt.exe'],
    ['\u2066a\u2069 \u200eb\u200f \u061c', '\\u2066a\\u2069 \\u200eb\\u200f \\u061c'],
    ['half a pair \ud83d', 'half a pair \\ud83d'],
    ['Größe 5 € 日本 👍 \\n', 'Größe 5 € 日本 👍 \\n'],
  ])('converts %j to %j', (text, printable) => {
    expect(printableText(text)).toBe(printable);
  });

  it('leaves no control character, and escapes nothing twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const printable = printableText(text);
        expect(printable).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
        expect(printableText(printable)).toBe(printable);
      }),
    );
  });
});

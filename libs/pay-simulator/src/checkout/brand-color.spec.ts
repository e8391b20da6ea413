import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { brandColors, contrast } from './brand-color.js';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => value.toString(16).padStart(6, '0'));
const withoutHash = (text: string): string => text.slice(1);

describe('brandColors', () => {
  it('gives readable text for every brand color', () => {
    fc.assert(
      fc.property(color, (brand) => {
        const { brand: background, onBrand, ink, inkOnDark } = brandColors(brand);
        expect(background).toBe(`#${brand}`);
        expect(contrast(withoutHash(onBrand), brand)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(withoutHash(ink), 'ffffff')).toBeGreaterThanOrEqual(4.5);
        // Text on a dark page, and the color of a button with black text.
        for (const other of ['12171d', '1b222b', '27313d', '000000'])
          expect(contrast(withoutHash(inkOnDark), other)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it.each([undefined, '', '#0000ff', 'fff', 'red', '0000ff;}', 'g00000'])(
    'uses the default color if the URL has %p',
    (invalid) => {
      expect(brandColors(invalid)).toEqual(brandColors('06abc1'));
    },
  );

  it('matches known contrast ratios', () => {
    expect(contrast('ffffff', '000000')).toBeCloseTo(21, 5);
    expect(contrast('777777', 'ffffff')).toBeCloseTo(4.478, 2);
  });
});

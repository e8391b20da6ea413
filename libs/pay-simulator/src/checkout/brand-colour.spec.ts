import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { brandColours, contrast } from './brand-colour.js';

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => value.toString(16).padStart(6, '0'));
const plain = (text: string): string => text.slice(1);

describe('brandColours', () => {
  it('is readable with every brand colour', () => {
    fc.assert(
      fc.property(colour, (brand) => {
        const { brand: ground, onBrand, ink } = brandColours(brand);
        expect(ground).toBe(`#${brand}`);
        expect(contrast(plain(onBrand), brand)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(plain(ink), 'ffffff')).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it.each([null, '', '#0000ff', 'fff', 'red', '0000ff;}', 'g00000'])(
    'falls back where the address says %p',
    (invalid) => {
      expect(brandColours(invalid)).toEqual(brandColours('06abc1'));
    },
  );

  it('agrees with known contrast ratios', () => {
    expect(contrast('ffffff', '000000')).toBeCloseTo(21, 5);
    expect(contrast('777777', 'ffffff')).toBeCloseTo(4.478, 2);
  });
});

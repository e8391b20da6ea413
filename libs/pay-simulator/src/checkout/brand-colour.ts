/** Brand colour of a page whose address names none or an invalid one. @see contract/payments.json getSmartCheckout */
const FALLBACK_COLOUR = '06abc1';
/** Contrast that text needs against its ground. */
const READABLE = 4.5;

/** Colours of a page, as CSS. */
export interface BrandColours {
  readonly brand: string;
  /** Black or white: what reads best on the brand colour. */
  readonly onBrand: string;
  /** The brand colour, darkened until it reads as text on white. */
  readonly ink: string;
}

/** @param colour six hexadecimal digits without `#`; anything else counts as missing. */
export function brandColours(colour: string | null): BrandColours {
  const brand = colour !== null && /^[0-9a-f]{6}$/i.test(colour) ? colour.toLowerCase() : FALLBACK_COLOUR;
  const onBrand = contrast(brand, 'ffffff') >= contrast(brand, '000000') ? 'ffffff' : '000000';
  let ink = brand;
  while (contrast(ink, 'ffffff') < READABLE) ink = darker(ink);
  return { brand: `#${brand}`, onBrand: `#${onBrand}`, ink: `#${ink}` };
}

/** Contrast ratio of two colours of six hexadecimal digits, 1 to 21. @see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = channels(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function darker(colour: string): string {
  return channels(colour)
    .map((channel) =>
      Math.floor(channel * 0.94)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('');
}

function channels(colour: string): readonly number[] {
  return [0, 2, 4].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
}

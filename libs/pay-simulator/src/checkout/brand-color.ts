/** Brand color if the URL of the page has no valid color. @see contract/openapi/payments.yaml getSmartCheckout */
const FALLBACK_COLOR = '06abc1';
/** Lightest background of links and buttons on a dark page: `--raised` of the palette. */
const DARK_BACKGROUND = '27313d';
/** Minimum contrast between text and background. */
const MIN_CONTRAST = 4.5;

/** Colors of a page, as CSS. */
export interface BrandColors {
  readonly brand: string;
  /** Black or white: the text color with more contrast on the brand color. */
  readonly onBrand: string;
  /** The brand color, darkened until it is readable as text on white. */
  readonly ink: string;
  /** The brand color, lightened until it is readable as text on a dark page. */
  readonly inkOnDark: string;
}

/** Returns the colors of a page. @param color - Six hexadecimal digits without `#`. Other values are ignored. */
export function brandColors(color: string | undefined): BrandColors {
  const brand = (/^[0-9a-f]{6}$/i.exec(color ?? '')?.[0] ?? FALLBACK_COLOR).toLowerCase();
  const onBrand = contrast(brand, 'ffffff') >= contrast(brand, '000000') ? 'ffffff' : '000000';
  const ink = shiftUntilReadable(brand, 'ffffff', (channel) => Math.floor(channel * 0.94));
  const inkOnDark = shiftUntilReadable(brand, DARK_BACKGROUND, (channel) =>
    Math.ceil(255 - (255 - channel) * 0.94),
  );
  return { brand: `#${brand}`, onBrand: `#${onBrand}`, ink: `#${ink}`, inkOnDark: `#${inkOnDark}` };
}

/** Returns the contrast ratio of two colors of six hexadecimal digits, from 1 to 21. @see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Shifts each channel of a color until the color has enough contrast to the background. */
function shiftUntilReadable(color: string, background: string, shift: (channel: number) => number): string {
  let shifted = color;
  while (contrast(shifted, background) < MIN_CONTRAST)
    shifted = channels(shifted)
      .map((channel) => shift(channel).toString(16).padStart(2, '0'))
      .join('');
  return shifted;
}

function channels(color: string): readonly number[] {
  return [0, 2, 4].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
}

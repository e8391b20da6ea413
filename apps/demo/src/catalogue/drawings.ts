import { Html } from '../html.js';
import { asset } from '../pages/asset.js';

const NAMES = ['mug', 'notebook', 'pencils', 'candle', 'plant', 'lamp', 'tea', 'bag'] as const;

/** Pictures of the goods. They are inline, so the shop loads nothing from other sites. */
export const drawings = Object.fromEntries(
  NAMES.map((name) => [name, new Html(asset(`drawings/${name}.svg`))]),
) as Readonly<Record<(typeof NAMES)[number], Html>>;

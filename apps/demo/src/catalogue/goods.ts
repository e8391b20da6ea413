import { drawings } from './drawings.js';
import type { Html } from '../html.js';

/** Currency of all prices: ISO 4217, numeric and alphabetic. */
export const SHOP_CURRENCY = { code: '978', name: 'EUR' } as const;

/** Color of the payment page and the onboarding pages: `--shop` of the stylesheet. */
export const SHOP_COLOR = '0b5c72';

export interface Goods {
  /** Name of the quantity field in forms. */
  readonly id: string;
  readonly name: string;
  /** Minor units of {@link SHOP_CURRENCY}: 1850 is 18.50 euro. */
  readonly price: number;
  readonly drawing: Html;
}

export interface ShopGoods extends Goods {
  readonly description: string;
}

const goods = (id: keyof typeof drawings, name: string, price: number, description: string): ShopGoods => ({
  id,
  name,
  description,
  price,
  drawing: drawings[id],
});

export const CATALOGUE: readonly ShopGoods[] = [
  goods('mug', 'Stoneware mug', 1850, 'Holds two cups, dishwasher safe.'),
  goods('notebook', 'Linen notebook', 1200, 'Dotted pages that lie flat.'),
  goods('pencils', 'Cedar pencils', 950, 'A dozen, from soft to hard.'),
  goods('candle', 'Beeswax candle', 1400, 'Burns for forty hours.'),
  goods('plant', 'Window plant', 2200, 'Needs water once a week.'),
  goods('lamp', 'Desk lamp', 6400, 'Warm light on a jointed arm.'),
  goods('tea', 'Tin of tea', 800, 'Black leaves with bergamot.'),
  goods('bag', 'Canvas bag', 1650, 'Holds everything on this page.'),
];

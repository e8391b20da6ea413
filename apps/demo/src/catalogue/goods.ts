import { drawings } from './drawings.js';
import type { Html } from '../html.js';

/** Currency of every price of this shop: ISO 4217, numeric for the payment service and alphabetic for people. */
export const SHOP_CURRENCY = { code: '978', name: 'EUR' } as const;

/** Something that the shop sells. */
export interface Goods {
  /** Name of the quantity field in forms. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Minor units of {@link SHOP_CURRENCY}: 1850 is 18.50 euro. */
  readonly price: number;
  readonly drawing: Html;
}

/** Everything on the shelf. */
export const CATALOGUE: readonly Goods[] = [
  {
    id: 'mug',
    name: 'Stoneware mug',
    description: 'Holds two cups, forgives a dishwasher.',
    price: 1850,
    drawing: drawings.mug,
  },
  {
    id: 'notebook',
    name: 'Linen notebook',
    description: 'Dotted pages that lie flat.',
    price: 1200,
    drawing: drawings.notebook,
  },
  {
    id: 'pencils',
    name: 'Cedar pencils',
    description: 'A dozen, from soft to hard.',
    price: 950,
    drawing: drawings.pencils,
  },
  {
    id: 'candle',
    name: 'Beeswax candle',
    description: 'Forty quiet hours.',
    price: 1400,
    drawing: drawings.candle,
  },
  {
    id: 'plant',
    name: 'Window plant',
    description: 'Asks for water on Sundays.',
    price: 2200,
    drawing: drawings.plant,
  },
  {
    id: 'lamp',
    name: 'Desk lamp',
    description: 'Warm light on a jointed arm.',
    price: 6400,
    drawing: drawings.lamp,
  },
  {
    id: 'tea',
    name: 'Tin of tea',
    description: 'Black leaves with bergamot.',
    price: 800,
    drawing: drawings.tea,
  },
  {
    id: 'bag',
    name: 'Canvas bag',
    description: 'Carries all of the above.',
    price: 1650,
    drawing: drawings.bag,
  },
];

import { toMajorUnits } from 'nestjs-pay';
import { SHOP_CURRENCY } from '../catalogue/goods.js';

const FORMAT = new Intl.NumberFormat('en-IE', { style: 'currency', currency: SHOP_CURRENCY.name });

/** Formats an amount: 1850 is €18.50. */
export function money(minor: number): string {
  return FORMAT.format(Number(toMajorUnits(minor, SHOP_CURRENCY.code)));
}

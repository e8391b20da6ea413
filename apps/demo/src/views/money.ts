import { toMajorUnits } from 'nestjs-pay';
import { SHOP_CURRENCY } from '../catalogue/goods.js';

const FORMAT = new Intl.NumberFormat('en-IE', { style: 'currency', currency: SHOP_CURRENCY.name });

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Europe/Athens' });

/** Formats a day of the service's calendar: `3 Mar 2026`. */
export const date = (time: Date): string => DAY.format(time);

/** Formats a time in milliseconds: `3 Mar 2026, 14:05 UTC`. */
export function dateTime(time: number): string {
  return `${DATE.format(time)} UTC`;
}

/** Formats an amount: 1850 is €18.50. */
export function money(minor: number): string {
  return FORMAT.format(Number(toMajorUnits(minor, SHOP_CURRENCY.code)));
}

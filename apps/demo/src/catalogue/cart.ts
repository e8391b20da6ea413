import { CATALOGUE, type Goods } from './goods.js';

/** Most pieces of one thing in a cart. */
export const MAX_QUANTITY = 20;

/** One kind of goods in a cart, at the price that the shop asks now. */
export interface CartLine {
  readonly goods: Goods;
  readonly quantity: number;
}

/**
 * The cart that a form or a link carries: one field for each kind of goods, its value the quantity. What is no whole number
 * from 1 to {@link MAX_QUANTITY} counts as not chosen. Prices never come from the browser.
 */
export function readCart(fields: Readonly<Record<string, unknown>>): readonly CartLine[] {
  return CATALOGUE.map((goods) => ({ goods, quantity: readQuantity(fields[goods.id]) })).filter(
    ({ quantity }) => quantity > 0,
  );
}

/** What a cart costs, minor units. */
export function cartTotal(cart: readonly CartLine[]): number {
  return cart.reduce((total, { goods, quantity }) => total + goods.price * quantity, 0);
}

/** The same cart as a query string, so that a link leads back to it. */
export function cartQuery(cart: readonly CartLine[]): string {
  return new URLSearchParams(cart.map(({ goods, quantity }) => [goods.id, String(quantity)])).toString();
}

function readQuantity(field: unknown): number {
  if (typeof field !== 'string' || !/^\d{1,2}$/.test(field)) return 0;
  const quantity = Number(field);
  return quantity <= MAX_QUANTITY ? quantity : 0;
}

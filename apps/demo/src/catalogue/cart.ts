import { CATALOGUE, type Goods } from './goods.js';

/** Highest quantity of one kind of goods in a cart. */
export const MAX_QUANTITY = 20;

/** Goods in a cart, at the current price. */
export interface CartLine {
  readonly goods: Goods;
  readonly quantity: number;
}

/** Reads the cart of a form or a link. Fields without a quantity from 1 to {@link MAX_QUANTITY} are ignored. */
export function readCart(fields: Readonly<Record<string, unknown>>): readonly CartLine[] {
  return CATALOGUE.map((goods) => ({ goods, quantity: readQuantity(fields[goods.id]) })).filter(
    ({ quantity }) => quantity > 0,
  );
}

/** Returns the total of a cart, in minor units. */
export function cartTotal(cart: readonly CartLine[]): number {
  return cart.reduce((total, { goods, quantity }) => total + goods.price * quantity, 0);
}

/** Returns a cart as a query string. */
export function cartQuery(cart: readonly CartLine[]): string {
  return new URLSearchParams(cart.map(({ goods, quantity }) => [goods.id, String(quantity)])).toString();
}

/** Returns 0 for an invalid quantity. */
export function readQuantity(field: unknown): number {
  if (typeof field !== 'string' || !/^\d{1,2}$/.test(field)) return 0;
  const quantity = Number(field);
  return quantity <= MAX_QUANTITY ? quantity : 0;
}

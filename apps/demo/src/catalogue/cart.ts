import type { FormFields } from '../form-fields.js';
import type { OrderLine } from '../orders/order.js';
import type { Goods } from './goods.js';

/** Highest quantity of one kind of goods in a cart. */
export const MAX_QUANTITY = 20;

/** Goods in a cart, at the current price. */
export interface CartLine<One extends Goods = Goods> {
  readonly goods: One;
  readonly quantity: number;
}

/** Reads the cart of a form or a link. Fields without a quantity from 1 to {@link MAX_QUANTITY} are ignored. */
export function readCart<One extends Goods>(
  fields: FormFields | undefined,
  catalogue: readonly One[],
): readonly CartLine<One>[] {
  return catalogue
    .map((goods) => ({ goods, quantity: readQuantity(fields?.[goods.id]) }))
    .filter(({ quantity }) => quantity > 0);
}

/** Returns how many of some goods are in a cart. */
export function quantityIn(cart: readonly CartLine[], id: string): number {
  return cart.find(({ goods }) => goods.id === id)?.quantity ?? 0;
}

/** Returns the line of an order for goods in a cart. */
export function orderLineOf({ goods: { id, name, price }, quantity }: CartLine): OrderLine {
  return { goodsId: id, name, quantity, unitPrice: price };
}

/** Returns a cart as a query string. */
export function cartQuery(cart: readonly CartLine[]): string {
  return new URLSearchParams(cart.map(({ goods, quantity }) => [goods.id, String(quantity)])).toString();
}

/** Returns 0 for an invalid quantity. */
function readQuantity(field: unknown): number {
  if (typeof field !== 'string' || !/^\d{1,2}$/.test(field)) return 0;
  const quantity = Number(field);
  return quantity <= MAX_QUANTITY ? quantity : 0;
}

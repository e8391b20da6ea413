import { orderLineOf, readCart, type CartLine } from '../catalogue/cart.js';
import { CATALOGUE, type Goods } from '../catalogue/goods.js';
import {
  readCustomer,
  readText,
  submissionOf,
  type CustomerProblems,
  type EnteredCustomer,
  type FormFields,
} from '../form-fields.js';
import type { OrderDraft, OrderLine } from './order.js';

export const EMPTY_CART = 'Choose at least one thing first.';

/** A valid form, or its problems. */
export type OrderReading<Line extends OrderLine, One extends Goods> =
  | { readonly success: true; readonly draft: OrderDraft<Line> }
  | {
      readonly success: false;
      readonly cart: readonly CartLine<One>[];
      readonly entered: EnteredCustomer;
      readonly problems: CustomerProblems;
    };

/** Reads the checkout form of the shop. */
export function readCheckoutForm(fields: FormFields | undefined): OrderReading<OrderLine, Goods> {
  const cart = readCart(fields, CATALOGUE);
  return readOrder(fields, cart, cart.map(orderLineOf), { isHold: readText(fields, 'pay') === 'later' });
}

/**
 * Reads the customer who orders a cart.
 *
 * @param lines - Lines of the cart. Their prices come from the catalogue, never from the form.
 * @param options.problem - What is wrong with the cart.
 */
export function readOrder<Line extends OrderLine, One extends Goods>(
  fields: FormFields | undefined,
  cart: readonly CartLine<One>[],
  lines: readonly Line[],
  { isHold = false, problem }: { readonly isHold?: boolean; readonly problem?: string | undefined },
): OrderReading<Line, One> {
  const { entered, key, problems: ofCustomer } = readCustomer(fields);
  const form = cart.length === 0 ? EMPTY_CART : problem;
  const problems = { ...ofCustomer, ...(form !== undefined && { form }) };
  if (Object.keys(problems).length > 0) return { success: false, cart, entered, problems };
  const submission = submissionOf(key, lines, entered, isHold);
  return { success: true, draft: { submission, customer: entered, lines, isHold } };
}

import { readCart, type CartLine } from '../catalogue/cart.js';
import {
  readCustomer,
  readText,
  submissionOf,
  type CustomerProblems,
  type EnteredCustomer,
  type FormFields,
} from '../form-fields.js';
import type { OrderDraft } from './order.js';

/** A valid form, or its problems. */
export type CheckoutReading =
  | {
      readonly success: true;
      readonly draft: Omit<OrderDraft, 'customer'> & { readonly customer: EnteredCustomer };
    }
  | {
      readonly success: false;
      readonly cart: readonly CartLine[];
      readonly entered: EnteredCustomer;
      readonly problems: CustomerProblems;
    };

/** Reads the checkout form. Prices come from the catalogue, never from the form. */
export function readCheckoutForm(fields: FormFields): CheckoutReading {
  const cart = readCart(fields);
  const { entered, key, problems } = readCustomer(fields);
  if (cart.length === 0 || Object.keys(problems).length > 0)
    return { success: false, cart, entered, problems };
  const lines = cart.map(({ goods: { id, name, price }, quantity }) => ({
    goodsId: id,
    name,
    quantity,
    unitPrice: price,
  }));
  const isHold = readText(fields, 'pay') === 'later';
  const submission = submissionOf(key, lines, entered, isHold);
  return { success: true, draft: { submission, customer: entered, lines, isHold } };
}

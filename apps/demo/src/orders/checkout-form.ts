import { readCart, type CartLine } from '../catalogue/cart.js';
import type { OrderDraft } from './order.js';
import {
  INCOMPLETE_FORM,
  isEmail,
  isFormKey,
  MAX_EMAIL,
  MAX_NAME,
  NO_EMAIL,
  readText,
  type FormFields,
} from '../form-fields.js';
import { submissionOf } from '../submission.js';

/** What a visitor typed, to be shown again. */
export interface EnteredCustomer {
  readonly name: string;
  readonly email: string;
}

/** What is wrong, by field, in words for the visitor. */
export type CheckoutProblems = Readonly<Partial<Record<'name' | 'email' | 'form', string>>>;

/** A form that can become an order, or what is wrong with it. */
export type CheckoutReading =
  | {
      readonly success: true;
      readonly draft: Omit<OrderDraft, 'customer'> & { readonly customer: EnteredCustomer };
    }
  | {
      readonly success: false;
      readonly cart: readonly CartLine[];
      readonly entered: EnteredCustomer;
      readonly problems: CheckoutProblems;
    };

/** Reads the posted checkout form. Prices come from the catalogue, never from the form. */
export function readCheckoutForm(fields: FormFields): CheckoutReading {
  const cart = readCart(fields);
  const entered = { name: readText(fields, 'name'), email: readText(fields, 'email') };
  const key = readText(fields, 'key');
  const problems = {
    ...(entered.name === '' && { name: 'Please enter your name.' }),
    ...(entered.name.length > MAX_NAME && { name: `Please use at most ${MAX_NAME} characters.` }),
    ...(!isEmail(entered.email) && { email: NO_EMAIL }),
    ...(entered.email.length > MAX_EMAIL && { email: `Please use at most ${MAX_EMAIL} characters.` }),
    ...(!isFormKey(key) && { form: INCOMPLETE_FORM }),
  };
  if (cart.length === 0 || Object.keys(problems).length > 0)
    return { success: false, cart, entered, problems };
  const lines = cart.map(({ goods, quantity }) => ({
    goodsId: goods.id,
    name: goods.name,
    quantity,
    unitPrice: goods.price,
  }));
  return {
    success: true,
    draft: { submission: submissionOf(key, lines, entered), customer: entered, lines },
  };
}

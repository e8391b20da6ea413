import { readCart, type CartLine } from '../catalogue/cart.js';
import type { OrderDraft } from './order.js';
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

const FORM_KEY = /^[0-9a-f-]{36}$/;
// The bounds of the payment service's order: a longer value would be refused there.
const MAX_NAME = 100;
const MAX_EMAIL = 50;

/** Reads the posted checkout form. Prices come from the catalogue, never from the form. */
export function readCheckoutForm(fields: Readonly<Record<string, unknown>>): CheckoutReading {
  const cart = readCart(fields);
  const entered = { name: readText(fields['name']), email: readText(fields['email']) };
  const key = readText(fields['key']);
  const problems = {
    ...(entered.name === '' && { name: 'Please enter your name.' }),
    ...(entered.name.length > MAX_NAME && { name: `Please use at most ${MAX_NAME} characters.` }),
    ...(!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(entered.email) && {
      email: 'Please enter an e-mail address such as name@example.com.',
    }),
    ...(entered.email.length > MAX_EMAIL && { email: `Please use at most ${MAX_EMAIL} characters.` }),
    ...(!FORM_KEY.test(key) && { form: 'This form was incomplete. Please send it again.' }),
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

function readText(field: unknown): string {
  return typeof field === 'string' ? field.trim() : '';
}

import { passesLuhnCheck } from '../domain/card.js';
import { MIN_ORDER_AMOUNT } from '../domain/order.js';
import { testCardOf } from '../domain/test-cards.js';
import { formatAmount } from './amount-text.js';
import { FORM_FIELDS, type FormProblems } from './checkout.model.js';
import type { CardPayment, CheckoutProblems, OrderView } from '../domain/checkout.types.js';
import { checkoutTexts, fillPlaceholder, pageLanguage } from './language/texts.js';

/** Returns the error message of each invalid field in the customer's language. */
export function formProblems(
  invalid: CheckoutProblems,
  payment: CardPayment,
  { language, order: { currencyCode } }: OrderView,
): FormProblems {
  const { problems: texts } = checkoutTexts(language);
  const least = formatAmount(MIN_ORDER_AMOUNT, currencyCode, pageLanguage(language));
  const number = payment.number.replace(/[\s-]/g, '');
  const scheme = testCardOf(number)?.scheme;
  const isCardNumber = /^\d{12,19}$/.test(number) && passesLuhnCheck(number);
  const isMonth = /^(0[1-9]|1[0-2])\s*\/?\s*(20)?\d\d$/.test(payment.expiry.trim());
  const messages: Required<FormProblems> = {
    amount: fillPlaceholder(texts.amount, least),
    email: texts.email,
    number: isCardNumber ? texts.testCardOnly : texts.cardNumber,
    expiry: isMonth ? texts.cardExpired : texts.expiry,
    cvc: fillPlaceholder(texts.securityCode, scheme === 'American Express' ? 4 : 3),
    holderName: texts.nameOnCard,
    installments: texts.installments,
  };
  const names = FORM_FIELDS.filter((name) => invalid[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, messages[name]]));
}

import { TEST_CARDS } from '../domain/contract.generated.js';
import { luhn } from '../domain/card.js';
import { MIN_ORDER_AMOUNT } from '../domain/order.js';
import { amountText } from './amount-text.js';
import type { FormProblems } from './checkout.model.js';
import type { CardPayment, CheckoutProblems } from './checkout.types.js';
import type { CheckoutTexts } from './language/checkout-texts.js';
import { filled } from './language/texts.js';

/** What the sentences depend on. */
export interface ProblemContext {
  readonly payment: CardPayment;
  readonly currencyCode: string;
  readonly language: string;
}

/** What is wrong with the form in the customer's language: the service has said which fields, this says why. */
export function formProblems(
  wrong: CheckoutProblems,
  { payment, currencyCode, language }: ProblemContext,
  { problems: texts }: CheckoutTexts,
): FormProblems {
  const number = payment.number.replace(/[\s-]/g, '');
  const scheme = TEST_CARDS.find((card) => card.number === number)?.scheme;
  const isCardNumber = /^\d{12,19}$/.test(number) && luhn(number);
  const isMonth = /^(0[1-9]|1[0-2])\s*\/?\s*(20)?\d\d$/.test(payment.expiry.trim());
  return {
    ...(wrong.amount !== undefined && {
      amount: filled(texts.amount, amountText(MIN_ORDER_AMOUNT, currencyCode, language)),
    }),
    ...(wrong.email !== undefined && { email: texts.email }),
    ...(wrong.number !== undefined && { number: isCardNumber ? texts.testCardOnly : texts.cardNumber }),
    ...(wrong.expiry !== undefined && { expiry: isMonth ? texts.cardExpired : texts.expiry }),
    ...(wrong.cvc !== undefined && {
      cvc: filled(texts.securityCode, scheme === 'American Express' ? 4 : 3),
    }),
    ...(wrong.holderName !== undefined && { holderName: texts.nameOnCard }),
    ...(wrong.installments !== undefined && { installments: texts.installments }),
  };
}

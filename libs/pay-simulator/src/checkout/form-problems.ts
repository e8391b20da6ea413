import { MIN_AMOUNT } from '../operations/payments/order-fields.js';
import { amountText } from './amount-text.js';
import type { FormProblems } from './checkout.model.js';
import type { CheckoutProblems } from './checkout.types.js';
import type { CheckoutTexts } from './language/checkout-texts.js';

/** What is wrong with the form, in the customer's language. */
export function formProblems(problems: CheckoutProblems, currencyCode: string, language: string, { problems: texts }: CheckoutTexts): FormProblems {
  const { amount, email, number, expiry, cvc, holderName, installments } = problems;
  return {
    ...(amount !== undefined && { amount: texts.amount(amountText(MIN_AMOUNT, currencyCode, language)) }),
    ...(email !== undefined && { email: texts.email }),
    ...(number !== undefined && { number: number === 'not-a-test-card' ? texts.testCardOnly : texts.cardNumber }),
    ...(expiry !== undefined && { expiry: expiry === 'expired' ? texts.cardExpired : texts.expiry }),
    ...(cvc !== undefined && { cvc: texts.securityCode(cvc === 'four-digits' ? 4 : 3) }),
    ...(holderName !== undefined && { holderName: texts.nameOnCard }),
    ...(installments !== undefined && { installments: texts.installments }),
  };
}

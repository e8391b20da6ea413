import type { AcceptedCard, CardProblems } from './card.js';
import { MIN_ORDER_AMOUNT, type Order } from './order.js';
import type { PaymentAttempt } from './payments.js';
import { ThreeDSecure } from './transaction.js';
import type { CheckoutProblems, CustomerEntries } from './checkout.types.js';

type Problems = { -readonly [Field in keyof CheckoutProblems]: CheckoutProblems[Field] };

/**
 * Converts the customer's input into a payment attempt, or returns the invalid fields.
 *
 * @throws RangeError if the `authorizedAmount` of a test is not a positive integer.
 */
export function readEntries(
  order: Order,
  entries: CustomerEntries,
  accepted: AcceptedCard | { readonly problems: CardProblems },
): { readonly attempt: PaymentAttempt } | { readonly problems: CheckoutProblems } {
  const problems: Problems = 'problems' in accepted ? { ...accepted.problems } : {};
  const email = entries.email?.trim() ?? '';
  // Values from the merchant are not validated, because the customer cannot change them.
  if (order.customer.email === null && (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 50))
    problems.email = 'Email is missing or not valid';
  const installments = entries.installments ?? 0;
  if (!allowsInstallments(order, installments))
    problems.installments = `Installments must be at most ${order.maxInstallments}`;
  const amount = order.disableExactAmount ? entries.amount : order.amount;
  if (
    amount === undefined ||
    !Number.isSafeInteger(amount) ||
    (order.disableExactAmount && amount < MIN_ORDER_AMOUNT && !order.isCardVerification)
  )
    problems.amount = 'Amount is missing or too low';
  if ('problems' in accepted || amount === undefined || Object.keys(problems).length > 0) return { problems };
  const { authorizedAmount } = entries;
  if (authorizedAmount !== undefined && !(Number.isSafeInteger(authorizedAmount) && authorizedAmount > 0)) {
    throw new RangeError('authorizedAmount: expected whole minor units above 0');
  }
  return {
    attempt: {
      accepted,
      amount,
      installments,
      email: order.customer.email ?? email,
      fullName: order.customer.fullName ?? (entries.fullName?.trim() || accepted.card.holderName),
      phone: order.customer.phone ?? (entries.phone?.trim() || null),
      // A card without a challenge is authenticated without interaction.
      threeDSecure: accepted.behavior === 'challenge' ? ThreeDSecure.Unspecified : ThreeDSecure.Authenticated,
      authorizedAmount,
    },
  };
}

function allowsInstallments(order: Order, installments: number): boolean {
  if (order.forceMaxInstallments && order.maxInstallments > 1) return installments === order.maxInstallments;
  return (
    Number.isSafeInteger(installments) &&
    installments >= 0 &&
    installments <= Math.max(order.maxInstallments, 0)
  );
}

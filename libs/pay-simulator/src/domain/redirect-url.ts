import type { Order } from './order.js';
import type { PaymentSource } from './sources.js';
import { ThreeDSecure, type Transaction } from './transaction.js';

/** Query parameters of a redirect in addition to the order. */
interface RedirectResult {
  readonly language: string;
  readonly transaction?: Transaction;
  readonly eventId?: number;
  readonly eci?: ThreeDSecure;
  readonly isCanceled?: boolean;
}

/** Returns the success URL after a payment. @see contract/behaviour/payments.yaml hostedCheckoutRedirect */
export function successRedirect(
  order: Order,
  source: PaymentSource,
  transaction: Transaction,
  language: string,
): string {
  return redirect(source.successUrl, order, source, { language, transaction, eci: transaction.threeDSecure });
}

/** Returns the failure URL. It has no transaction ID, as in the documented sample. */
export function failureRedirect(
  order: Order,
  source: PaymentSource,
  result: Omit<RedirectResult, 'transaction'>,
): string {
  return redirect(source.failureUrl, order, source, result);
}

/** Returns the URL for an expired order: its `urlFail`, or the failure URL. */
export function expiredRedirect(order: Order, source: PaymentSource, language: string): string {
  return redirect(order.expiredUrl ?? source.failureUrl, order, source, { language });
}

function redirect(
  base: string,
  order: Order,
  source: PaymentSource,
  { language, transaction, eventId = 0, eci = ThreeDSecure.Unspecified, isCanceled }: RedirectResult,
): string {
  const url = new URL(base);
  if (transaction && source.transactionParameter !== '')
    url.searchParams.set(source.transactionParameter, transaction.id);
  url.searchParams.set(source.orderParameter, order.code);
  url.searchParams.set('lang', language);
  url.searchParams.set('eventId', String(eventId));
  url.searchParams.set('eci', String(eci));
  if (isCanceled === true) url.searchParams.set(source.cancelParameter, '1');
  return url.href;
}

import type { Order } from '../domain/order.js';
import type { PaymentSource } from '../domain/sources.js';
import { ThreeDSecure, type Transaction } from '../domain/transaction.js';

/** What a redirect says besides the order. */
interface Ending {
  readonly language: string;
  /** The transaction, where the redirect names it. */
  readonly transaction?: Transaction;
  readonly eventId?: number;
  readonly eci?: ThreeDSecure;
}

/** The success URL after a payment. @see contract/payments.json hostedCheckoutRedirect */
export function successRedirect(
  order: Order,
  source: PaymentSource,
  transaction: Transaction,
  language: string,
): string {
  return redirect(source.successUrl, order, source, { language, transaction, eci: transaction.threeDSecure });
}

/** The failure URL; as in the documented sample it names no transaction. */
export function failureRedirect(
  order: Order,
  source: PaymentSource,
  ending: Omit<Ending, 'transaction'>,
): string {
  return redirect(source.failureUrl, order, source, ending);
}

/** Where an expired order sends its customer: urlFail of the order, or the failure URL. */
export function expiredRedirect(order: Order, source: PaymentSource, language: string): string {
  return redirect(order.expiredUrl ?? source.failureUrl, order, source, { language });
}

function redirect(
  base: string,
  order: Order,
  source: PaymentSource,
  { language, transaction, eventId = 0, eci = ThreeDSecure.Unspecified }: Ending,
): string {
  const url = new URL(base);
  if (transaction) url.searchParams.set(source.transactionParameter, transaction.id);
  url.searchParams.set(source.orderParameter, order.code);
  url.searchParams.set('lang', language);
  url.searchParams.set('eventId', String(eventId));
  url.searchParams.set('eci', String(eci));
  return url.href;
}

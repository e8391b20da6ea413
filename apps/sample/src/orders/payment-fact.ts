import type { Order } from './order.js';

/** Something that is certain about the payment of an order, as the payment service confirmed it. Amounts in minor units. */
export type PaymentFact =
  /** A payment of exactly the order's amount and currency. */
  | { readonly kind: 'paid'; readonly transactionId: string }
  /** A payment that is not what the order asks for: a person has to look. */
  | { readonly kind: 'mismatched'; readonly transactionId: string }
  /** An attempt that failed. `at` is when, ISO 8601; `reason` the service's event id. */
  | {
      readonly kind: 'attempt-failed';
      readonly transactionId: string;
      readonly at: string;
      readonly reason: number | null;
    }
  /** Money given back; `transactionId` is the refund's own. */
  | { readonly kind: 'refunded'; readonly transactionId: string; readonly amount: number }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'expired' };

/** The order with one more fact; the same order when the fact is known already, as it is when an event is delivered again. */
export function recordFact(order: Order, fact: PaymentFact): Order {
  const key = 'transactionId' in fact ? `${fact.kind}:${fact.transactionId}` : fact.kind;
  return key in order.facts ? order : { ...order, facts: { ...order.facts, [key]: fact } };
}

/** The facts of one kind. */
export function factsOf<Kind extends PaymentFact['kind']>(
  order: Order,
  kind: Kind,
): Extract<PaymentFact, { kind: Kind }>[] {
  return Object.values(order.facts).filter(
    (fact): fact is Extract<PaymentFact, { kind: Kind }> => fact.kind === kind,
  );
}

import type { Order } from './order.js';
import type { PaymentFact } from './payment-fact.js';

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

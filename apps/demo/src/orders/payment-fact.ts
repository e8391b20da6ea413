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

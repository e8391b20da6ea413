/** What an order says of its automatic transfer; minor units. */
export type OrderTransferTerms = {
  /** Null: all that is paid. */
  readonly amount: number | null;
  /** What the platform keeps out of the amount. */
  readonly platformFee: number;
  readonly accountId: string;
};

/** Money between a platform and a seller. Amounts are whole minor units. */
export interface FundsTransfer {
  readonly id: string;
  /** The transfer that it takes back, or whose fee it gives back. */
  readonly parentId: string | null;
  readonly accountId: string;
  readonly to: 'seller' | 'platform';
  readonly amount: number;
  /** The customer's payment behind it. */
  readonly paymentId: string | null;
  readonly description: string;
  readonly createdAt: number;
  /** Null: it waits for its payment to settle, or was taken back before it did. */
  readonly executedAt: number | null;
  readonly debitId: string | null;
  readonly creditId: string | null;
  /** Taken back so far; what is taken back before it ran, it never moves. */
  readonly reversed: number;
  /** The platform's fee on an automatic transfer: due while it waits, kept once it ran; less what was given back. */
  readonly fee: number;
  /** The fee as the order agreed it. */
  readonly agreedFee: number;
  /** An order's own, rather than one that the platform sent. */
  readonly isAutomatic: boolean;
}

/** What can still be taken back of a transfer. */
export function reversible({ amount, reversed, parentId }: FundsTransfer): number {
  return parentId === null ? amount - reversed : 0;
}

/**
 * What a refund takes of an amount that goes with a payment, in proportion, rounded half up; of several refunds the parts
 * sum to what one refund of their sum would take. @see contract/marketplace.json balanceRules
 */
export function proportion(
  amount: number,
  payment: { readonly amount: number; readonly refunded: number },
  refund: number,
): number {
  const upTo = (refunded: number): bigint =>
    (2n * BigInt(amount) * BigInt(refunded) + BigInt(payment.amount)) / (2n * BigInt(payment.amount));
  return Number(upTo(payment.refunded + refund) - upTo(payment.refunded));
}

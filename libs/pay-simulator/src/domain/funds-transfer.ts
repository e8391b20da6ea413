/** Automatic transfer of an order. Amounts are in minor units. */
export type OrderTransfer = {
  /** Null for the full paid amount. */
  readonly amount: number | null;
  /** Part of the amount that the platform keeps. */
  readonly platformFee: number;
  readonly accountId: string;
};

/** A transfer to a seller before it is executed. Amounts are in minor units. */
export const NEW_TRANSFER = {
  /** Transfer that this one reverses, or whose fee it returns. */
  parentId: null as string | null,
  /** Receiver of the funds. */
  to: 'seller' as 'seller' | 'platform',
  /** Null if the transfer waits for its payment to clear, or was reversed before. */
  executedAt: null as number | null,
  debitId: null as string | null,
  creditId: null as string | null,
  /** Reversed amount. An amount that is reversed before the execution is not moved. */
  reversed: 0,
  /** Fee of the platform for an automatic transfer, less returned fees. It is due at the execution. */
  fee: 0,
  /** Whether an order created the transfer, instead of a call of the platform. */
  isAutomatic: false,
};

/** A transfer between a platform and a seller. Amounts are in minor units. */
export interface FundsTransfer extends Readonly<typeof NEW_TRANSFER> {
  readonly id: string;
  /** Seller. */
  readonly accountId: string;
  readonly amount: number;
  /** Customer payment that funds the transfer. */
  readonly paymentId: string | null;
  readonly description: string;
  /** Virtual time of the creation. */
  readonly createdAt: number;
  /** Fee in the order. */
  readonly agreedFee: number;
}

/** Returns the amount that can still be reversed. */
export function reversibleAmount({ amount, reversed, parentId }: FundsTransfer): number {
  return parentId === null ? amount - reversed : 0;
}

/**
 * Returns the share of a refund in an amount that belongs to the payment: proportional, rounded half up. The shares of
 * several refunds add up to the share of one refund of their sum. @see contract/behaviour/marketplace.yaml balanceRules
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

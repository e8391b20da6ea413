/** Amounts of one attempt to pay, or of an order. MINOR units, never negative. */
export type PaymentAmounts = typeof NO_AMOUNTS;

export const NO_AMOUNTS = {
  /** Approved by the issuer: charges and pre-authorizations, with their increases. */
  authorized: 0,
  /** Pre-authorized, and neither captured nor released. Also a hold that expired at the bank, because no event reports it. */
  held: 0,
  /** Pre-authorized, and released without a capture. */
  released: 0,
  /** Taken from the customer, including what was refunded or disputed later. */
  captured: 0,
  /** Part of `captured` that refunds and voids returned. */
  refunded: 0,
  /**
   * Part of `captured` that may be refunded: credits to the card that paid. A fast refund may be recorded as a credit, as
   * rebates and payouts are. `getRemainingAmounts` counts it as refunded.
   */
  maybeRefunded: 0,
  /** Part of `captured` in an open dispute. */
  disputed: 0,
  /** Part of `captured` that was lost in a dispute. */
  chargedBack: 0,
};

/**
 * Adds amounts up.
 *
 * @throws RangeError if a sum is too large to be exact.
 */
export function totalOf(parts: readonly PaymentAmounts[]): PaymentAmounts {
  const total = { ...NO_AMOUNTS };
  for (const member of Object.keys(NO_AMOUNTS) as (keyof PaymentAmounts)[])
    total[member] = sum(parts.map((part) => part[member]));
  return total;
}

/** @throws RangeError if the sum is too large to be exact. */
export function sum(amounts: readonly number[]): number {
  const total = amounts.reduce((all, one) => all + one, 0);
  if (!Number.isSafeInteger(total)) throw new RangeError('the sum of the amounts is too large to be exact');
  return total;
}

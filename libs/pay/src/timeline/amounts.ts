/** What one payment came to, or all of an order. MINOR units, never negative. */
export interface PaymentAmounts {
  /** What issuers approved: charges and pre-authorisations, with their increases. */
  authorised: number;
  /** Pre-authorised, and neither captured nor released. A hold that lapses at the bank stays here: nothing tells of it. */
  held: number;
  /** Pre-authorised and let go without being captured. */
  released: number;
  /** Taken from the customer, whatever became of it. */
  captured: number;
  /** Given back of what was captured, by refunds and voids. */
  refunded: number;
  /**
   * Of what was captured, and not refunded for certain: sent to the card that paid by what is recorded as a credit. A fast
   * refund may be, a rebate or pay-out is. `getRemainingAmounts` takes it for given back.
   */
  maybeRefunded: number;
  /** Of what was captured: in a dispute that is open. */
  disputed: number;
  /** Of what was captured: lost in a dispute. */
  chargedBack: number;
}

export const NO_AMOUNTS: PaymentAmounts = {
  authorised: 0,
  held: 0,
  released: 0,
  captured: 0,
  refunded: 0,
  maybeRefunded: 0,
  disputed: 0,
  chargedBack: 0,
};

/** All of them together. @throws RangeError when a sum is too large to be exact. */
export function totalOf(parts: readonly PaymentAmounts[]): PaymentAmounts {
  const total = (member: keyof PaymentAmounts): number => sum(parts.map((part) => part[member]));
  return {
    authorised: total('authorised'),
    held: total('held'),
    released: total('released'),
    captured: total('captured'),
    refunded: total('refunded'),
    maybeRefunded: total('maybeRefunded'),
    disputed: total('disputed'),
    chargedBack: total('chargedBack'),
  };
}

/** @throws RangeError when the sum is too large to be exact. */
export function sum(amounts: readonly number[]): number {
  const total = amounts.reduce((all, one) => all + one, 0);
  if (!Number.isSafeInteger(total)) throw new RangeError('the amounts are too large to be added exactly');
  return total;
}

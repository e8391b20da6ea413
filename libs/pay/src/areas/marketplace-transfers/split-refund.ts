import { apportion } from './apportion.js';
import {
  requireAccount,
  requireBelow,
  requireList,
  requireMembers,
  requirePositive,
  requireSellers,
} from './split-input.js';
import type { SplitPlan } from './split-plan.js';

/** A refund to the customer of a payment that was split. */
export interface SplitRefund {
  /** What the customer gets back, minor units. */
  amount: number;
  /** The seller whose goods are given back. @default all sellers, in proportion to what is not refunded of theirs */
  connectedAccountId?: string;
}

/** What to take back from whom for a refund. */
export interface ReversalPlan {
  /** The refund, minor units: the reversals and the fee add up to it. */
  amount: number;
  /** What the platform gives back of its fee, minor units. */
  platformFee: number;
  /** `amount` of `transfers.createTransferReversal`, at least 1; a seller from whom nothing is taken does not stand here. */
  reversals: { connectedAccountId: string; amount: number }[];
}

/**
 * What each seller and the platform give back for one refund of a split payment. It is worked out on all that was
 * refunded so far: whatever the sizes of the refunds, and in whatever order they come, nobody gives back more than was
 * transferred, and when the whole payment is refunded, exactly that.
 *
 * @param plan as `planSplit` made it, stored as it is: numbers that come back as text are refused.
 * @param earlier all earlier refunds of the payment, in their order: only those that succeeded.
 * @throws RangeError naming the field: an amount that is not a whole number above 0 or more than is left, a plan that does
 *   not add up, a member that is not known.
 */
export function planReversals(
  plan: SplitPlan,
  refund: SplitRefund,
  earlier: readonly SplitRefund[] = [],
): ReversalPlan {
  requirePlan(plan);
  requireList('earlier', earlier, 0);
  const sold = plan.transfers.map(({ amount, platformFee }) => amount + platformFee);
  const before = earlier.reduce(
    (refunded, one, index) => addRefund(plan, sold, refunded, one, `earlier[${index}]`),
    sold.map(() => 0),
  );
  const after = addRefund(plan, sold, before, refund, 'refund');
  const reversals = plan.transfers
    .map(({ connectedAccountId, amount }, index) => ({
      connectedAccountId,
      amount:
        reversed(amount, after[index] ?? 0, sold[index] ?? 1) -
        reversed(amount, before[index] ?? 0, sold[index] ?? 1),
    }))
    .filter(({ amount }) => amount > 0);
  const taken = reversals.reduce((all, { amount }) => all + amount, 0);
  return { amount: refund.amount, platformFee: refund.amount - taken, reversals };
}

/** A plan comes from a database: what does not add up to the payment would be taken back from the wrong ones. */
function requirePlan(plan: SplitPlan): void {
  requireMembers('plan', plan, ['amount', 'platformFee', 'transfers']);
  const { amount, platformFee, transfers } = plan;
  requirePositive('plan.amount', amount);
  requireBelow('plan.platformFee', platformFee, amount);
  requireSellers('plan.transfers', transfers, ['connectedAccountId', 'amount', 'platformFee']);
  transfers.forEach((transfer, index) => {
    requirePositive(`plan.transfers[${index}].amount`, transfer.amount);
    requireBelow(`plan.transfers[${index}].platformFee`, transfer.platformFee, amount);
  });
  const fees = transfers.reduce((all, one) => all + one.platformFee, 0);
  const all = transfers.reduce((sum, one) => sum + one.amount, fees);
  if (all !== amount)
    throw new RangeError(`plan.transfers: with their fees they add up to ${all}, plan.amount is ${amount}`);
  if (fees !== platformFee)
    throw new RangeError(`plan.platformFee is ${platformFee}, the fees of the transfers add up to ${fees}`);
}

/** How much of each seller's goods is refunded after one more refund. */
function addRefund(
  { transfers }: SplitPlan,
  sold: readonly number[],
  refunded: readonly number[],
  refund: SplitRefund,
  field: string,
): number[] {
  requireMembers(field, refund, ['amount', 'connectedAccountId']);
  const { amount, connectedAccountId } = refund;
  requirePositive(`${field}.amount`, amount);
  if (connectedAccountId !== undefined) requireAccount(`${field}.connectedAccountId`, connectedAccountId);
  const account = connectedAccountId?.toLowerCase();
  const left = transfers.map((transfer, index) =>
    account === undefined || transfer.connectedAccountId.toLowerCase() === account
      ? (sold[index] ?? 0) - (refunded[index] ?? 0)
      : 0,
  );
  if (account !== undefined && transfers.every((one) => one.connectedAccountId.toLowerCase() !== account))
    throw new RangeError(`${field}.connectedAccountId is no seller of this payment`);
  const most = left.reduce((all, one) => all + one, 0);
  if (amount > most)
    throw new RangeError(`${field}.amount is ${amount}, and only ${most} minor units are left to refund`);
  const parts = apportion(amount, left);
  return refunded.map((one, index) => one + (parts[index] ?? 0));
}

/** What is taken back of a transfer once so much of the goods is refunded: rounded down, so that it never shrinks. */
function reversed(transfer: number, refunded: number, sold: number): number {
  return Number((BigInt(transfer) * BigInt(refunded)) / BigInt(sold));
}

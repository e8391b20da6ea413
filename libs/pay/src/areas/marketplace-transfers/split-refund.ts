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

/** Refund to the customer of a split payment. */
export interface SplitRefund {
  /** Amount that the customer receives, in minor units. */
  amount: number;
  /** Seller whose goods are returned. @default all sellers, in proportion to their unrefunded parts */
  connectedAccountId?: string;
}

/** Reversals that a refund requires. */
export interface ReversalPlan {
  /** Refund in minor units. The reversals and the fee add up to it. */
  amount: number;
  /** Amount of the platform's fee that is refunded, in minor units. */
  platformFee: number;
  /** Amounts for `transfers.createTransferReversal`, at least 1. Sellers with nothing to reverse are left out. */
  reversals: { connectedAccountId: string; amount: number }[];
}

/**
 * Calculates the reversals and the platform's share for one refund of a split payment.
 * The calculation uses all earlier refunds, so sizes and order do not matter. No reversals exceed a transfer, and a
 * full refund reverses the transfers exactly.
 *
 * @param plan Plan from `planSplit`, stored unchanged. Numbers stored as strings are rejected.
 * @param earlier All earlier successful refunds of the payment, in order.
 * @throws RangeError naming the field, if an amount is not a whole number above 0 or exceeds what is left, the plan
 *   does not add up, or a member is unknown.
 */
export function planReversals(
  plan: SplitPlan,
  refund: SplitRefund,
  earlier: readonly SplitRefund[] = [],
): ReversalPlan {
  requirePlan(plan);
  requireList('earlier', earlier, 0);
  const before = refundStates(plan, earlier);
  const reversals = refundStates(plan, earlier, refund)
    .map(({ connectedAccountId, reversed }, index) => ({
      connectedAccountId,
      amount: reversed - (before[index]?.reversed ?? 0),
    }))
    .filter(({ amount }) => amount > 0);
  const reversedTotal = reversals.reduce((all, { amount }) => all + amount, 0);
  return { amount: refund.amount, platformFee: refund.amount - reversedTotal, reversals };
}

/**
 * Calculates what each seller has to return after refunds of a split payment, in order. Reversed amounts are rounded down, so they never
 * decrease.
 *
 * @param last - A refund after them, which messages name `refund`.
 */
export function refundStates({ transfers }: SplitPlan, refunds: readonly SplitRefund[], last?: SplitRefund) {
  let left = transfers.map(({ amount, platformFee }) => amount + platformFee);
  for (const [index, one] of refunds.entries()) left = afterRefund(transfers, left, one, `earlier[${index}]`);
  if (last !== undefined) left = afterRefund(transfers, left, last, 'refund');
  return transfers.map(({ connectedAccountId, amount, platformFee }, index) => {
    const sold = amount + platformFee;
    const refundable = left[index] ?? 0;
    const reversed = (BigInt(amount) * BigInt(sold - refundable)) / BigInt(sold);
    return {
      connectedAccountId,
      /** Goods that can still be refunded. */
      refundable,
      /** What the seller has to return in total. */
      reversed: Number(reversed),
    };
  });
}

/** Checks a stored plan, because an inconsistent plan would reverse money from the wrong sellers. */
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

/** Returns what is left of each seller's goods after one more refund. */
function afterRefund(
  transfers: SplitPlan['transfers'],
  left: readonly number[],
  refund: SplitRefund,
  field: string,
): number[] {
  requireMembers(field, refund, ['amount', 'connectedAccountId']);
  const { amount, connectedAccountId } = refund;
  requirePositive(`${field}.amount`, amount);
  if (connectedAccountId !== undefined) requireAccount(`${field}.connectedAccountId`, connectedAccountId);
  const isRefunded = transfers.map(
    (one) =>
      one.connectedAccountId.toLowerCase() === (connectedAccountId ?? one.connectedAccountId).toLowerCase(),
  );
  if (!isRefunded.includes(true))
    throw new RangeError(`${field}.connectedAccountId is not a seller of this payment`);
  const refundable = left.map((goods, index) => (isRefunded[index] === true ? goods : 0));
  const most = refundable.reduce((all, goods) => all + goods, 0);
  if (amount > most)
    throw new RangeError(`${field}.amount is ${amount}, but only ${most} minor units are left to refund`);
  const parts = apportion(amount, refundable);
  return left.map((goods, index) => goods - (parts[index] ?? 0));
}

import { apportion } from './apportion.js';
import { requireBelow, requireMembers, requirePositive, requireSellers } from './split-input.js';

/** What of a payment is a seller's: what it sold for, or how its part compares with the others'. */
export type SellerShare = {
  /** The seller's account. Each stands once. */
  connectedAccountId: string;
} & (
  | {
      /** What the customer paid for this seller's goods, minor units, the platform's fee included. */
      amount: number;
      weight?: never;
    }
  | {
      /** A whole number above 0: with 2 and 1 the first gets twice as much. */
      weight: number;
      amount?: never;
    }
);

/** The platform's own part of a payment: minor units, or basis points (hundredths of a percent), rounded half up. */
export type PlatformFee = { amount: number; basisPoints?: never } | { basisPoints: number; amount?: never };

/** What `planSplit` divides. */
export interface SplitOptions {
  /** The customer's payment, minor units. */
  amount: number;
  /** All with an amount, which add up to the payment, or all with a weight. */
  sellers: readonly SellerShare[];
  /** Comes off each seller's part in proportion. @default none */
  platformFee?: PlatformFee;
}

/** One seller's part of a split. */
export interface SplitTransfer {
  connectedAccountId: string;
  /** What the seller gets, minor units: `amount` of `transfers.sendFunds`. At least 1. */
  amount: number;
  /** What the platform keeps of this seller's part, minor units. With `amount` it is what the customer paid for it. */
  platformFee: number;
}

/** How a payment is divided: plain data, to be kept beside the payment for its refunds. */
export interface SplitPlan {
  /** The payment, minor units: the transfers and the fee add up to it. */
  amount: number;
  /** What the platform keeps, minor units. */
  platformFee: number;
  /** One for each seller, in their order. */
  transfers: SplitTransfer[];
}

const MAX_BASIS_POINTS = 10_000;

/**
 * Divides a payment between sellers and the platform, exactly: largest remainder, ties to the seller that stands first.
 *
 * @throws RangeError naming the field: amounts and weights are whole numbers above 0, a fee may be 0 and is less than the
 *   payment, no seller may be left with nothing, and there are no other members.
 */
export function planSplit(options: SplitOptions): SplitPlan {
  requireMembers('options', options, ['amount', 'sellers', 'platformFee']);
  const { amount, sellers, platformFee } = options;
  requirePositive('amount', amount);
  const weights = weightsOf(sellers, amount);
  const fee = feeOf(amount, platformFee);
  const amounts = apportion(amount - fee, weights);
  const fees = apportion(fee, weights);
  const transfers = sellers.map(({ connectedAccountId, amount: sold }, index): SplitTransfer => {
    const part = amounts[index] ?? 0;
    if (part === 0)
      throw new RangeError(`sellers[${index}] would get nothing of ${amount - fee} minor units`);
    return {
      connectedAccountId,
      amount: part,
      platformFee: sold === undefined ? (fees[index] ?? 0) : sold - part,
    };
  });
  return { amount, platformFee: fee, transfers };
}

function weightsOf(sellers: readonly SellerShare[], amount: number): number[] {
  requireSellers('sellers', sellers, ['connectedAccountId', 'amount', 'weight']);
  const kind = sellers[0]?.amount === undefined ? 'weight' : 'amount';
  const weights = sellers.map((seller, index) => {
    if (seller.amount !== undefined && seller.weight !== undefined)
      throw new RangeError(`sellers[${index}] has an amount and a weight: give one of them`);
    const value = seller[kind];
    if (value === undefined && (seller.amount ?? seller.weight) !== undefined)
      throw new RangeError(
        `sellers[${index}] must have ${kind === 'amount' ? 'an amount' : 'a weight'} like sellers[0]`,
      );
    requirePositive(`sellers[${index}].${kind}`, value);
    return value;
  });
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (kind === 'amount' && sum !== amount)
    throw new RangeError(`sellers: their amounts add up to ${sum}, the payment's amount is ${amount}`);
  return weights;
}

function feeOf(amount: number, fee: PlatformFee | undefined): number {
  if (fee === undefined) return 0;
  requireMembers('platformFee', fee, ['amount', 'basisPoints']);
  if (fee.amount !== undefined && fee.basisPoints !== undefined)
    throw new RangeError('platformFee has an amount and basisPoints: give one of them');
  const [field, value, limit] =
    fee.basisPoints === undefined
      ? (['amount', fee.amount, amount] as const)
      : (['basisPoints', fee.basisPoints, MAX_BASIS_POINTS] as const);
  requireBelow(`platformFee.${field}`, value, limit);
  if (field === 'amount') return value;
  const half = BigInt(MAX_BASIS_POINTS / 2);
  return Number((BigInt(amount) * BigInt(value) + half) / BigInt(MAX_BASIS_POINTS));
}

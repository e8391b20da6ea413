import { apportion } from './apportion.js';
import { requireBelow, requireMembers, requirePositive, requireSellers } from './split-input.js';

/** Share of a seller in a payment: an amount or a weight. */
export type SellerShare = {
  /** Account ID of the seller. Each seller occurs once. */
  connectedAccountId: string;
} & (
  | {
      /** Amount that the customer paid for this seller's goods, in minor units, including the platform's fee. */
      amount: number;
      weight?: never;
    }
  | {
      /** Whole number above 0. With weights 2 and 1, the first seller receives twice as much. */
      weight: number;
      amount?: never;
    }
);

/** Fee of the platform: an amount in minor units, or basis points (hundredths of a percent), rounded half up. */
export type PlatformFee = { amount: number; basisPoints?: never } | { basisPoints: number; amount?: never };

/** Options of `planSplit`. */
export interface SplitOptions {
  /** Customer's payment in minor units. */
  amount: number;
  /** Shares of the sellers. Either all have amounts that add up to the payment, or all have weights. */
  sellers: readonly SellerShare[];
  /** Fee deducted from each seller's part in proportion. @default none */
  platformFee?: PlatformFee;
}

/** Part of one seller in a split. */
export interface SplitTransfer {
  connectedAccountId: string;
  /** Amount for the seller in minor units, at least 1: the `amount` of `transfers.sendFunds`. */
  amount: number;
  /** Fee on this seller's part, in minor units. Together with `amount`, it is what the customer paid for it. */
  platformFee: number;
}

/** Division of a payment, as plain data. Store it with the payment for refunds. */
export interface SplitPlan {
  /** Payment in minor units. The transfers and the fee add up to it. */
  amount: number;
  /** Platform's fee in minor units. */
  platformFee: number;
  /** One transfer for each seller, in the order of `sellers`. */
  transfers: SplitTransfer[];
}

const MAX_BASIS_POINTS = 10_000;

/**
 * Divides a payment between sellers and the platform, exactly.
 * The largest remainders are rounded up; on a tie, the first seller's.
 *
 * @throws RangeError naming the field if a value is invalid. Amounts and weights must be whole numbers above 0. The
 *   fee can be 0 and must be less than the payment. Each seller must receive at least 1, and unknown members are
 *   rejected.
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
      throw new RangeError(`sellers[${index}] would receive nothing of ${amount - fee} minor units`);
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
      throw new RangeError(`sellers[${index}] has an amount and a weight: pass only one of them`);
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
    throw new RangeError('platformFee has an amount and basisPoints: pass only one of them');
  const [field, value, limit] =
    fee.basisPoints === undefined
      ? (['amount', fee.amount, amount] as const)
      : (['basisPoints', fee.basisPoints, MAX_BASIS_POINTS] as const);
  requireBelow(`platformFee.${field}`, value, limit);
  if (field === 'amount') return value;
  const half = BigInt(MAX_BASIS_POINTS / 2);
  return Number((BigInt(amount) * BigInt(value) + half) / BigInt(MAX_BASIS_POINTS));
}

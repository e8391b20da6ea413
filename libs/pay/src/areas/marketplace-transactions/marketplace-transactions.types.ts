import { IsBoolean, IsNotEmpty, IsOptional, IsString } from 'class-validator';
import { IsMinorUnits } from '../../core/options/validators.js';

/**
 * Options of a platform's `transactions.cancelTransaction`.
 *
 * @see https://developer.vivawallet.com/tutorials/marketplace/issue-a-marketplace-refund/
 */
export class MarketplaceRefundOptions {
  /** Amount to refund in minor units, greater than 0. Required, because the meaning of 0 is not documented. */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** Reverses the seller's share in proportion to `amount`. @default false */
  @IsOptional() @IsBoolean() reverseTransfers?: boolean;
  /** Returns the platform's fee to the seller in proportion to `amount`. @default false */
  @IsOptional() @IsBoolean() refundPlatformFee?: boolean;
  /** @default the source of the payment */
  @IsOptional() @IsString() @IsNotEmpty() sourceCode?: string;
  /** The platform's own reference. */
  @IsOptional() @IsString() merchantTrns?: string;
}

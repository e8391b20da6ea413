import { IsBoolean, IsNotEmpty, IsOptional, IsString } from 'class-validator';
import { IsMinorUnits, IsOptionalKey } from '../../core/options/validators.js';

/**
 * Options of a platform's `transactions.cancelTransaction`.
 * @see contract/marketplace.json transactions.cancelTransaction
 */
export class MarketplaceRefundOptions {
  /** Amount to give back, minor units. Always said: the service does not state what 0 means, so 0 is refused here. */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** Take the seller's share back to the platform, in proportion to `amount`. @default false */
  @IsOptional() @IsBoolean() reverseTransfers?: boolean;
  /** Give the platform's fee back to the seller, in proportion to `amount`. @default false */
  @IsOptional() @IsBoolean() refundPlatformFee?: boolean;
  /** @default the source of the payment */
  @IsOptional() @IsString() @IsNotEmpty() sourceCode?: string;
  /** The platform's own reference. */
  @IsOptional() @IsString() merchantTrns?: string;
  /** Chosen by you, once for each refund: the same key never refunds twice, so only a call with one can be repeated safely. */
  @IsOptionalKey() idempotencyKey?: string;
}

/** What a platform's `transactions.cancelTransaction` answers. */
export interface MarketplaceRefundAnswer {
  /** Id of the NEW transaction, the refund or void; the payment keeps its own. */
  transactionId: string;
}

import { IsOptional, IsString, IsUUID } from 'class-validator';
import { IsMinorUnits } from '../../core/options/validators.js';

/** Wallet ID (int64) as methods accept it. Numbers above 2^53 − 1 are rejected, because they may be rounded. */
export type WalletIdInput = number | string | bigint;

/** Wallet ID in results: a number, or its exact digits as a string if a number would round them. */
export type WalletIdValue = number | string;

/** Options of `wallets.balanceTransfer`. */
export class BalanceTransferOptions {
  /**
   * Amount in minor units, although balances are in MAJOR units. At most the available balance of the paying
   * wallet.
   */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** Reason shown on the statement of the receiving wallet. */
  @IsOptional() @IsString() description?: string;
  /** ID of the related sale, for reference only. */
  @IsOptional() @IsUUID('loose') saleTransactionId?: string;
  @IsOptional() @IsString() customerTrns?: string;
}

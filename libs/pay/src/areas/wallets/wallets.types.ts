import { IsOptional, IsString, IsUUID } from 'class-validator';
import { IsMinorUnits } from '../../core/options/validators.js';

/** Wallet ID (int64) as methods accept it. Numbers above 2^53 − 1 are rejected, because they may be rounded. */
export type WalletIdInput = number | string | bigint;

/** Wallet ID in results: a number, or its exact digits as a string if a number would round them. */
export type WalletIdValue = number | string;

/** Wallet with its balances in MAJOR units of its currency. */
export interface MerchantWallet {
  iban: string;
  /** Wallet ID. Pass it to transfer calls unchanged. */
  walletId: WalletIdValue;
  isPrimary: boolean;
  /** Total balance in MAJOR units. See `toMinorUnits`. */
  amount: number;
  /** Available balance in MAJOR units. */
  available: number;
  /** Overdraft limit in MAJOR units. */
  overdraft: number;
  friendlyName?: string | null;
  /** ISO 4217 numeric code, always as a string. */
  currencyCode: string;
  hasIssuedCard?: boolean;
}

/** Wallet in the older call's format, in MAJOR units. */
export interface LegacyWallet {
  Iban: string;
  WalletId: WalletIdValue;
  IsPrimary: boolean;
  /** Total balance in MAJOR units. */
  Amount: number;
  /** Available balance in MAJOR units. */
  Available: number;
  /** Overdraft limit in MAJOR units. */
  Overdraft: number;
  FriendlyName?: string | null;
  /** ISO 4217 numeric code, always as a string. */
  CurrencyCode: string;
}

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

/** IDs of the two movements of a balance transfer. */
export interface BalanceTransfer {
  /** Movement on the paying wallet. */
  DebitTransactionId: string;
  /** Movement on the receiving wallet. */
  CreditTransactionId: string;
}

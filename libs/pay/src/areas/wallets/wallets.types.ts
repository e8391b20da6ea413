import { IsOptional, IsString, IsUUID } from 'class-validator';
import { IsMinorUnits } from '../../core/options/validators.js';

/** A wallet's id, an int64, as methods accept it. A number beyond 2^53 − 1 is refused: it may have been rounded. */
export type WalletIdInput = number | string | bigint;

/** A wallet's id as results carry it: a number, or its exact digits as text where a number would round them. */
export type WalletIdValue = number | string;

/** A wallet and its balances, in MAJOR units of its currency. */
export interface MerchantWallet {
  iban: string;
  /** Pass it to the transfer calls as it is. */
  walletId: WalletIdValue;
  isPrimary: boolean;
  /** Total balance, MAJOR units. See `toMinorUnits`. */
  amount: number;
  /** What can be spent, MAJOR units. */
  available: number;
  /** Overdraft limit, MAJOR units. */
  overdraft: number;
  friendlyName?: string | null;
  /** ISO 4217 numeric, as text, whichever way the service writes it. */
  currencyCode: string;
  hasIssuedCard?: boolean;
}

/** The same wallet as the older call answers it, in MAJOR units. */
export interface LegacyWallet {
  Iban: string;
  WalletId: WalletIdValue;
  IsPrimary: boolean;
  /** Total balance, MAJOR units. */
  Amount: number;
  /** What can be spent, MAJOR units. */
  Available: number;
  /** Overdraft limit, MAJOR units. */
  Overdraft: number;
  FriendlyName?: string | null;
  /** ISO 4217 numeric, as text, whichever way the service writes it. */
  CurrencyCode: string;
}

/** Options of `wallets.balanceTransfer`. */
export class BalanceTransferOptions {
  /** Minor units, though balances come in MAJOR units; at most what is available in the paying wallet. */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** Reason, shown on the statement of the wallet that is credited. */
  @IsOptional() @IsString() description?: string;
  /** The sale behind the transfer; for reference only. */
  @IsOptional() @IsUUID('loose') saleTransactionId?: string;
  @IsOptional() @IsString() customerTrns?: string;
}

/** The two movements of a balance transfer. */
export interface BalanceTransfer {
  /** On the paying wallet. */
  DebitTransactionId: string;
  /** On the credited wallet. */
  CreditTransactionId: string;
}

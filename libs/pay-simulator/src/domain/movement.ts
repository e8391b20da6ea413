import type { LedgerAccount } from './ledger.js';

/** A wallet inside the service. */
export interface ServiceWallet {
  /** int64 on the wire. */
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly iban: string;
  readonly currencyCode: string;
  readonly isPrimary: boolean;
  /** Ledger account of what can be spent. */
  readonly available: LedgerAccount;
  /** Ledger account of what is held for transfers that have not run. */
  readonly reserved: LedgerAccount;
  /** Whose it is, where it is a seller's: the platform is told of its movements. */
  readonly connectedAccountId?: string;
}

/** Why a wallet's balance changes. */
export interface MovementTerms {
  /** @see contract/data-services.json enums.AccountTransactionSubTypeId */
  readonly subTypeId: number;
  readonly description: string;
  /** Whether it stays inside the service. */
  readonly isInternal: boolean;
  /** IBAN of the other side, where it is outside. */
  readonly iban?: string;
  readonly bankAccountId?: string;
  readonly saleTransactionId?: string;
}

/** A change of a wallet's balance, with the balances after it, minor units. */
export interface Movement extends MovementTerms {
  readonly id: string;
  readonly parentId: string | null;
  readonly wallet: ServiceWallet;
  /** Signed. */
  readonly amount: number;
  readonly createdAt: number;
  readonly balanceAfter: WalletBalance;
}

/** Minor units; what is available and what is reserved make the total. */
export interface WalletBalance {
  readonly available: bigint;
  readonly reserved: bigint;
}

/** Sub-types of movements. @see contract/data-services.json enums.AccountTransactionSubTypeId */
export const MovementSubType = {
  IbanPayoutFee: 4,
  IbanPayout: 30,
  WalletToWallet: 140,
  Obligation: 159,
} as const;
